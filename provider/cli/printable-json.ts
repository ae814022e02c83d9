/** Makes the text of a JSON document safe for terminals and logs. */

/**
 * Writes control and format characters in the strings of a JSON text as `\u` escapes. JSON itself allows most of them.
 */
export function printableJson(json: string): string {
  return json.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
