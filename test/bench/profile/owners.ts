/** Whose a function is: Node's, a package's or ours, by its file. */
import { SourceMap, type SourceMapPayload } from "node:module";
import { type Frame, NOT_COUNTED, type Owners, type Recording } from "./read-profile.js";

const OURS = "`pulumi-workflows`";

/** Node's modules with work of their own; the others work for whoever calls them. */
const NODE: readonly (readonly [RegExp, string])[] = [
  [/^node:internal\/(modules|bootstrap|deps\/cjs-module-lexer)\//, "Node: finds, reads and compiles modules"],
  [/^node:(internal\/)?http2/, "Node: HTTP/2"],
  [/^node:(internal\/)?_?(http|net|tls|dns|stream)/, "Node: HTTP/1, sockets, streams"],
];

/** Packages that count as one. */
const PACKAGES: readonly (readonly [RegExp, string])[] = [
  [/^(google-protobuf|@pulumi\/pulumi\/proto)\//, "`google-protobuf`, the SDK's messages"],
  [/^(ts-node|@cspotcode\/source-map-support|@jridgewell\/[^/]+)\//, "`ts-node`, its source maps"],
];

/** In a process whose modules are files; `dist` is the address of this package's folder. */
export function ownersOfFiles({ recorder }: Recording, dist: string): Owners {
  return {
    ownerOf: ({ url }) => {
      if (url === recorder) {
        return NOT_COUNTED;
      }
      if (url.startsWith("node:")) {
        return ofNode(url);
      }
      return url.startsWith(dist) ? OURS : (ofPackage(url) ?? "the program");
    },
    isLoading: (frame) => loadsInNode(frame) || isModule(frame),
  };
}

/** In a process of the plugin, run as a script. `map` is its source map. */
export function ownersInBundle({ script, recorder }: Recording, map: string): Owners {
  const sources = new SourceMap(JSON.parse(map) as SourceMapPayload);
  return {
    ownerOf: (frame) => {
      if (frame.url === recorder) {
        return NOT_COUNTED;
      }
      if (frame.url.startsWith("node:")) {
        return ofNode(frame.url);
      }
      const source = sourceOf(sources, frame);
      return source === undefined ? undefined : (ofPackage(source) ?? OURS);
    },
    // What has no source is esbuild's, for the loading of modules.
    isLoading: (frame) => loadsInNode(frame) || (frame.url === script && sourceOf(sources, frame) === undefined),
  };
}

function ofNode(url: string): string | undefined {
  return NODE.find(([pattern]) => pattern.test(url))?.[1];
}

function ofPackage(path: string): string | undefined {
  const inPackage = path.split("node_modules/").slice(1).at(-1);
  if (inPackage === undefined) {
    return undefined;
  }
  const name = /^(@[^/]+\/)?[^/]+/.exec(inPackage)?.[0] ?? inPackage;
  return PACKAGES.find(([pattern]) => pattern.test(inPackage))?.[1] ?? `\`${name}\``;
}

function loadsInNode({ url }: Frame): boolean {
  return /^node:internal\/(modules|bootstrap)\//.test(url);
}

/** Node compiles each file as one function. */
function isModule({ url, lineNumber, columnNumber }: Frame): boolean {
  return url.startsWith("file:") && lineNumber === 0 && columnNumber === 0;
}

/** The line that names the interpreter. */
const LINES_BEFORE = 1;

/** `undefined` for what is before the first module. */
function sourceOf(map: SourceMap, { lineNumber, columnNumber }: Frame): string | undefined {
  const entry = map.findEntry(lineNumber - LINES_BEFORE, columnNumber);
  return "originalSource" in entry ? entry.originalSource : undefined;
}
