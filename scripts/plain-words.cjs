/** An ESLint rule for habits of writing that can be counted: beginnings of docstrings, "is no", pronouns as variables. */

/** A docstring of a function begins with a verb, that of a type with a noun. */
const VAGUE_BEGINNING = /^\*\s*(?:\*\s*)?(What|Whether|Of|As|Has|Such|That|Those|These)\b/;

/** "Redirects are no attempts" → "A redirect does not count as an attempt". "There is no …" is plain. */
const IS_NO = /(?<!\bthere )\b(?:is|are|was|were) (?:no|none)\b(?! longer)/i;

const PRONOUNS = new Set(
  "one other others own said saying asked given known shown found more read such meant".split(" "),
);

module.exports = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: {
      beginning: 'A docstring that begins with "{{word}}" has no verb and no noun: write "Returns …" or what it is.',
      isNo: 'Write what it is, or "is not a …", in place of "{{words}}".',
      pronoun: 'The variable "{{name}}" is a pronoun: name the thing.',
    },
  },
  create({ sourceCode, report }) {
    const reportPronouns = (scope) => {
      for (const { name, defs } of scope.variables.filter((variable) => PRONOUNS.has(variable.name))) {
        for (const definition of defs.filter(({ type }) => type === "Variable" || type === "Parameter")) {
          report({ node: definition.name, messageId: "pronoun", data: { name } });
        }
      }
      scope.childScopes.forEach(reportPronouns);
    };
    return {
      Program() {
        for (const comment of sourceCode.getAllComments()) {
          const [, word] = VAGUE_BEGINNING.exec(comment.value) ?? [];
          if (comment.type === "Block" && word !== undefined) {
            report({ loc: comment.loc, messageId: "beginning", data: { word } });
          }
          const [words] = IS_NO.exec(comment.value) ?? [];
          if (words !== undefined) {
            report({ loc: comment.loc, messageId: "isNo", data: { words } });
          }
        }
        reportPronouns(sourceCode.scopeManager.globalScope);
      },
    };
  },
};
