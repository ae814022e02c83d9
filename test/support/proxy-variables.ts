/** The variables that lead to a proxy, in the environment of this process: nothing else of it is read for that. */
const NAMES = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]);

export interface ProxyVariables {
  /** Sets these; `undefined` deletes one. The others stay. */
  set(variables: NodeJS.ProcessEnv): void;
  /** Deletes all, whoever set them. */
  clear(): void;
  /** As they were when `proxyVariables` was called. */
  restore(): void;
}

export function proxyVariables(): ProxyVariables {
  const before = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));
  return {
    set,
    clear: () => set(Object.fromEntries(NAMES.map((name) => [name, undefined]))),
    restore: () => set(before),
  };
}

function set(variables: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) {
      Reflect.deleteProperty(process.env, name);
    } else {
      process.env[name] = value;
    }
  }
}
