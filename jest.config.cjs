/** got and p-retry are ESM only, which jest cannot require: swc turns them, and our `import()`s, into CommonJS. */
const swc = [
  "@swc/jest",
  { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" } },
];

module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  transform: { "^.+\\.[cm]?[jt]s$": swc },
  transformIgnorePatterns: ["/node_modules/(@pulumi|typescript|@grpc|google-protobuf|@opentelemetry)/"],
  // `.js` in an import of ours names the `.ts` beside it, as nodenext writes it.
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  maxWorkers: 2,
};
