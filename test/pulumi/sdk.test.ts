/** What changes in the SDK for a large listing, and what does not change for other resources. */
import { BinaryWriter } from "google-protobuf";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { RegisterResourceResponse, ReadResourceResponse } from "@pulumi/pulumi/proto/resource_pb";
import { shortenDebugLines, writeAsBytes } from "../../provider/pulumi/sdk.js";

const LARGE = 1_000_001;
const OURS = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/workflows:Workflows::all";
const CHILD = "urn:pulumi:dev::project::my:index:Component$pulumi-nodejs:dynamic/workflows:Workflows::all";
const OTHERS = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/other:Other::all";

/** The bytes of a message, and how many of its strings were written as bytes. */
function written(fields: Readonly<Record<string, string>>): { bytes: Buffer; asBytes: number } {
  const writeBytes = jest.spyOn(BinaryWriter.prototype, "writeBytes");
  try {
    const bytes = Buffer.from(Struct.fromJavaScript(fields).serializeBinary());
    return { bytes, asBytes: writeBytes.mock.calls.length };
  } finally {
    writeBytes.mockRestore();
  }
}

describe("what the provider's host sends to the engine", () => {
  const ours = `[${JSON.stringify("ü€😀 ours".repeat(LARGE / 8))}]`;
  const others = `[${JSON.stringify("ü€😀 others".repeat(LARGE / 8))}]`;
  const before = written({ json: ours }).bytes;
  const writer: { readonly writeString: unknown } = BinaryWriter.prototype;
  const { writeString } = writer;

  test("nothing is changed for a listing that is not large", () => {
    writeAsBytes("[]");
    writeAsBytes(undefined);
    expect(writer.writeString).toBe(writeString);
  });

  test("a large listing is written as bytes, and is the same on the wire", () => {
    writeAsBytes(ours);
    const after = written({ json: ours });
    expect(after.asBytes).toBe(1);
    expect(after.bytes.equals(before)).toBe(true);
  });

  test("a large string of another resource is written by the SDK, as before", () => {
    writeAsBytes(ours);
    const { bytes, asBytes } = written({ json: others });
    expect(asBytes).toBe(0);
    const decoded = Struct.deserializeBinary(bytes).toJavaScript();
    expect(decoded["json"]).toBe(others);
  });
});

describe("the debug line after a registration", () => {
  const register = (urn: string, json: string): RegisterResourceResponse =>
    new RegisterResourceResponse().setUrn(urn).setObject(Struct.fromJavaScript({ json, count: 3 }));
  const read = (urn: string, json: string): ReadResourceResponse =>
    new ReadResourceResponse().setUrn(urn).setProperties(Struct.fromJavaScript({ json, count: 3 }));
  const large = "x".repeat(LARGE);

  beforeAll(() => {
    shortenDebugLines();
  });

  test.each([
    ["a Workflows", register(OURS, large), "RegisterResourceResponse with a large listing"],
    ["a Workflows in a component", register(CHILD, large), "RegisterResourceResponse with a large listing"],
    ["Workflows.get", read(OURS, large), "ReadResourceResponse with a large listing"],
  ])("has no listing for %s with a large one", (_, response, line) => {
    expect(String(response)).toBe(line);
  });

  test.each([
    ["another resource with a large `json`", register(OTHERS, large)],
    ["another resource that is read", read(OTHERS, large)],
    ["a Workflows with a small listing", register(OURS, "[]")],
  ])("is the SDK's own for %s", (_, response) => {
    expect(String(response)).toBe(String(response.toArray()));
  });
});
