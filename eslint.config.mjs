import eslint from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "**/node_modules/"] },
  eslint.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked],
    // One program for all, as the compiler has it. With `projectService`, each folder with a tsconfig.json makes one of its own,
    // of the whole repository.
    languageOptions: { parserOptions: { project: "tsconfig.json" } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      // What is CommonJS is loaded on first use with `require`: under jest, an installed package cannot `import()`.
      "@typescript-eslint/no-require-imports": ["error", { allow: ["^\\.{1,2}/", "^@pulumi/pulumi$"] }],
      "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }],
    },
  },
  { rules: { curly: ["error", "all"] } },
  {
    files: ["test/**/*.ts"],
    rules: {
      "no-restricted-globals": ["error", { name: "test", message: "Tests use `it`." }],
      "no-restricted-imports": ["error", { name: "node:assert/strict", message: "Tests use `expect`." }],
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.property.name='toMatchObject'] Property > Literal[regex]",
          message: "A pattern here matches any text. Use `expect.stringMatching`.",
        },
      ],
    },
  },
  {
    files: ["**/*.js", "**/*.mjs", "**/*.cjs"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        require: "readonly",
        module: "writable",
        URL: "readonly",
        Buffer: "readonly",
        exports: "readonly",
        __dirname: "readonly",
        fetch: "readonly",
        AbortController: "readonly",
        setTimeout: "readonly",
        clearTimeout: "readonly",
      },
    },
  },
);
