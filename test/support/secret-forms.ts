/** The forms in which a secret could be shown. */

/** Raw, base64, alone and behind an id as HTTP Basic has it, and percent-encoded. */
export function secretForms(secret: string, clientId: string): string[] {
  return [
    secret,
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
    Buffer.from(`${clientId}:${secret}`).toString("base64").replace(/=+$/, ""),
    encodeURIComponent(secret),
  ];
}

/** Every form in which a file or an output could have `value`, by its name. */
export function formsOf(value: string): Record<string, string[]> {
  return {
    raw: [value],
    "in JSON": [escaped(value), escaped(escaped(value)), escaped(value).replaceAll("&", "\\u0026")],
    "percent-encoded": [
      encodeURIComponent(value),
      encodeURI(value),
      new URLSearchParams({ v: value }).toString().slice(2),
    ],
    base64: [0, 1, 2].flatMap((offset) => base64At(value, offset)),
  };
}

/** What stays the same of the base64 of any text that contains `value` after `offset` (modulo three) other bytes. */
function base64At(value: string, offset: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString("base64");
  const sure = whole.slice(offset === 0 ? 0 : 4);
  return [sure, sure.replaceAll("+", "-").replaceAll("/", "_")];
}

function escaped(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
