/** Which bodies with status 200 are errors, of which kind, and what the message shows of them. */
import { ServiceError } from "../../../provider/http/errors.js";
import { refuseErrorAlone, refuseErrorBody } from "../../../provider/workflows/responses/body-error.js";
import { findItems, type FoundItems } from "../../../provider/workflows/responses/find-items.js";
import { type JsonValue, parseJson } from "../../../provider/workflows/json/json.js";

const parsed = (body: unknown): JsonValue => parseJson(typeof body === "string" ? body : JSON.stringify(body));

/** The code and what follows "its body reports an error"; "no error" if the body is none. */
function faultOf(refuse: () => void): string {
  try {
    refuse();
  } catch (error) {
    if (error instanceof ServiceError) {
      return error.code + error.problem.replace("The response has status 200, but its body reports an error", "");
    }
    throw error;
  }
  return "no error";
}

/** What a body is as a page of a listing. */
function fault(body: unknown, itemsPath?: string, contentType?: string): string {
  const value = parsed(body);
  return faultOf(() => {
    refuseErrorBody(value, listIn(value, itemsPath), contentType);
  });
}

function listIn(body: JsonValue, itemsPath: string | undefined): FoundItems | undefined {
  try {
    return findItems(body, itemsPath);
  } catch {
    return undefined;
  }
}

const full = { workflows: [{ id: "wf_1" }] };
const empty = { workflows: [] };

describe("the message shows", () => {
  it.each<[string, unknown, string]>([
    [
      "the texts of an error, and its place",
      { error: { code: "E1", message: "shard 2 is down" }, ...empty },
      'unavailable at "/error": "shard 2 is down".',
    ],
    [
      "each text once, the nearest first",
      { error: "busy", error_description: "too many requests", message: "busy", detail: "retry", ...empty },
      'rate-limited at "/error": "busy: too many requests: retry".',
    ],
    [
      "no more than four texts",
      { error: "a", message: "b", detail: "c", title: "d", reason: "e" },
      'unavailable at "/error": "a: b: c: d".',
    ],
    ["three errors of many", { errors: ["a", "b", "c", "d"], ...empty }, 'unavailable at "/errors": "a: b: c".'],
    [
      "no text that is deep inside",
      { errors: [{ message: "a", reasons: ["x", { message: "y" }] }] },
      'unavailable at "/errors": "a: x".',
    ],
    ["no white space", { error: "  ", message: "  boom  " }, 'unavailable at "/message": "boom".'],
    [
      "one line without control characters",
      { meta: { error: { detail: "two\nlines \u001b[31m" } }, ...full },
      'unavailable at "/meta/error": "two lines [31m".',
    ],
    [
      "the message beside the fault, then that of the body",
      { message: "outer", meta: { ok: false, message: "inner" }, ...full },
      'unavailable at "/meta/ok": "inner: outer".',
    ],
    ["the message beside a flag", { success: false, message: "boom", ...full }, 'unavailable at "/success": "boom".'],
    ["a number as the service wrote it", '{"errorCode":-1.50}', 'unavailable at "/errorCode": "-1.50".'],
    ["a negative code and its message", { code: -1, message: "x1", ...empty }, 'unavailable at "/code": "-1: x1".'],
    ["no number inside an error", { fault: { code: 7 }, ...full }, 'unavailable at "/fault".'],
    ["the place alone, if there is no text", { success: false, ...full }, 'unavailable at "/success".'],
  ])("%s", (_name, body, expected) => {
    expect(fault(body)).toBe(expected);
  });

  it("what to do, by the kind of the error", () => {
    const hintOf = (body: unknown): string | undefined => {
      try {
        refuseErrorBody(parsed(body), undefined, undefined);
      } catch (error) {
        return (error as ServiceError).hint;
      }
      return undefined;
    };
    expect(hintOf({ error: "boom" })).toBe("This is a fault of the service: try again later, or ask those who run it.");
    expect(hintOf({ status: 429 })).toBe("Try again later, or set requestsPerSecond.");
    expect(hintOf({ status: 403 })).toBe("Give the client the permission to list workflows.");
    expect(hintOf({ status: 404 })).toBe("Is baseUrl the API's address?");
    expect(hintOf({ status: 409 })).toBe("Check query, baseUrl and the client's permissions.");
  });
});

describe("a list", () => {
  it.each<[string, unknown, string]>([
    [
      "of nothing but errors is an error",
      [
        { errorCode: "X", message: "m" },
        { errorCode: "Y", message: "n" },
      ],
      'unavailable at "/0": "X: m".',
    ],
    [
      "of nothing but errors, with other fields, is an error",
      [{ errorCode: "X", region: "north" }],
      'unavailable at "/0": "X".',
    ],
    ["of errors below is an error", { data: [{ error: "boom" }] }, 'unavailable at "/data/0": "boom".'],
    ["of workflows that failed is a list", [{ id: 1, error: "boom" }], "no error"],
    ["of workflows with a name is a list", [{ name: "a", error: "boom" }], "no error"],
    ["of workflows that name themselves otherwise is a list", [{ workflowName: "a", error: "boom" }], "no error"],
    [
      "with an error in the place of an item is an error",
      [{ id: 1 }, { error: "boom" }],
      'unavailable at "/1": "boom".',
    ],
    ["with an empty error in its items is a list", [{ error: null, label: "a" }], "no error"],
    ["of messages is a list", [{ message: "hello" }], "no error"],
    ["of codes with a string is a list", [{ code: "A1", text: "Nightly import" }], "no error"],
    ["of titles with an error in them is a list", [{ title: "Retry after an error", status: "active" }], "no error"],
    [
      "of workflows that failed with a message is a list",
      [{ id: "a", status: "failed", error: "boom", message: "m" }],
      "no error",
    ],
    [
      "of errors with an id and a status of HTTP is an error",
      [{ id: "5e1", code: 401, error: "Unauthorized", message: "m" }],
      'refused at "/0": "Unauthorized: m".',
    ],
    [
      "of errors with a category is an error",
      [{ category: "ERROR", code: "LIMIT", text: "m" }],
      'unavailable at "/0": "m".',
    ],
    [
      "of problems is an error",
      [{ type: "Check", title: "Validation failure", detail: "The field is not known" }],
      'refused at "/0": "Validation failure: The field is not known".',
    ],
    [
      "of codes with a message is an error",
      [{ code: "NOT_FOUND", message: "no such team" }],
      'unavailable at "/0": "no such team".',
    ],
    ...["field", "parameter", "param", "property", "propertyPath", "pointer"].map((name): [string, unknown, string] => [
      `of messages about a ${name} is an error`,
      [{ [name]: "limit", message: "The value is invalid" }],
      'refused at "/0": "The value is invalid".',
    ]),
    [
      "of messages about fields, one of which is no error, is a list",
      [
        { field: "limit", message: "The value is invalid" },
        { field: "start", message: "Nightly" },
      ],
      "no error",
    ],
    ["of fields with an id is a list", [{ id: "a", field: "limit", message: "The value is invalid" }], "no error"],
    ["of fields with a description is a list", [{ field: "limit", description: "The value is invalid" }], "no error"],
    ["of fields with values is a list", [{ field: "limit", value: 3, message: "The value is invalid" }], "no error"],
    ["that is empty is a list", [], "no error"],
    ["of texts is a list", ["a"], "no error"],
    ["called errors is an error", { errors: [{ id: 1 }] }, 'unavailable at "/errors".'],
  ])("%s", (_name, body, expected) => {
    expect(fault(body, Array.isArray(body) ? "" : undefined)).toBe(expected);
  });

  it("called errors is a list where itemsPath names it", () => {
    expect(fault({ errors: [{ id: 1 }] }, "/errors")).toBe("no error");
  });
});

describe("in the place of a list that may be left out", () => {
  it.each<[object, string]>([
    [{ message: "Bad credentials" }, 'refused at "/message": "Bad credentials".'],
    [{ message: "No API key found in request" }, 'unavailable at "/message": "No API key found in request".'],
    [{ detail: "Login was not provided." }, 'unavailable at "/detail": "Login was not provided.".'],
    [{ message: { cause: "x1" } }, 'unavailable at "/message": "x1".'],
    [
      { code: "NoTeam", message: "The team could not be found." },
      'unavailable at "/message": "The team could not be found.".',
    ],
    [{ faultId: "f1", traceId: "t1" }, 'unavailable at "/faultId": "f1".'],
    [{ error_key: "some" }, 'unavailable at "/error_key": "some".'],
    [{ status: "down" }, 'unavailable at "/status": "down".'],
    [{}, "no error"],
    [{ total: 0, kind: "list" }, "no error"],
    [{ message: "" }, "no error"],
    [{ message: "No workflows found" }, "no error"],
    [{ message: "0 workflows retrieved" }, "no error"],
  ])("%j is an error, unless it reports success", (body, expected) => {
    expect(fault(body, "/workflows?")).toBe(expected);
  });
});

describe("an object with a list at another place", () => {
  it.each<[object]>([
    [{ title: "All that is planned", flows: [{ id: 1 }], triggers: [{ id: 2 }] }],
    [{ status: "ACTIVE", description: "The team", flows: [{ id: 1 }], triggers: [{ id: 2 }] }],
  ])("%j is not an error for its text", (body) => {
    expect(faultOf(() => refuseErrorBody(parsed(body), undefined, undefined))).toBe("no error");
  });
});

describe("an error in an object", () => {
  it.each([
    ...["status", "result", "responseStatus", "response_metadata", "responseHeader", "outcome", "state", "head"],
    ...["_shards", "meta", "pagination"],
  ])("that describes the response counts: %s", (name) => {
    expect(fault({ [name]: { error: "boom" }, ...full })).toBe(`unavailable at "/${name}/error": "boom".`);
  });

  it.each<[string, unknown, string, string | undefined]>([
    ["of another name does not count", { owner: { error: "boom" }, ...full }, "no error", undefined],
    [
      "three levels down counts",
      { data: { result: { meta: { error: "boom" } } }, ...full },
      'unavailable at "/data/result/meta/error": "boom".',
      undefined,
    ],
    [
      "four levels down does not count",
      { data: { result: { meta: { status: { error: "boom" } } } }, ...full },
      "no error",
      undefined,
    ],
    [
      "around the list counts",
      { mine: { flows: full.workflows, error: "boom" } },
      'unavailable at "/mine/error": "boom".',
      "/mine/flows",
    ],
    [
      "beside the one around the list does not count, if only the beginning of its name is the same",
      { mine: { flows: full.workflows }, min: { error: "boom" } },
      "no error",
      "/mine/flows",
    ],
  ])("%s", (_name, body, expected, itemsPath) => {
    expect(fault(body, itemsPath)).toBe(expected);
  });
});

describe("a response of the media type application/problem+json", () => {
  const problem = "Application/Problem+JSON; charset=utf-8";
  it.each<[string, unknown, string]>([
    ["is an error, whatever is in it", { x: 1, ...full }, "unavailable."],
    [
      "shows what it reports",
      { title: "Out of credit", detail: "Your balance is 30" },
      'unavailable at "/title": "Out of credit: Your balance is 30".',
    ],
    ["is no error as a bare list", full.workflows, "no error"],
  ])("%s", (_name, body, expected) => {
    expect(fault(body, undefined, problem)).toBe(expected);
  });
});

describe("a field", () => {
  it.each<[name: string, isError: boolean, values: readonly unknown[]]>([
    [
      "error",
      false,
      [null, false, "", "  ", "none", "None.", "null", "0", "00", "ok", "OKAY", "success", "successful"],
    ],
    ["error", false, ["No errors", "noerror", "n/a", "-", "200", 0, 200, 204, 299]],
    ["error", false, [[], [null], [""], {}, { a: null }, { a: { b: [] } }]],
    ["error", true, [true, "x", "nope", "no error handler", "2000", 1, 199, 300, -1]],
    ["error", true, [["x"], [null, "x"], [{}], { a: 1 }, { a: null, b: "x" }]],
    ["failed", true, [true, "true", "Yes", " y "]],
    ["failed", false, [false, "no", 0, 1, 3]],
    ["isFailed", true, [true, "true", 1]],
    ["isFailed", false, [false, "no", 0, 2]],
    ["success", true, [false, "false", " No ", "n", 0]],
    ["success", false, [true, 1, null, "x"]],
    ["status", true, [400, 599, "503", "error", "Failed", "UNAVAILABLE", "com.x#BusyException", "partial_content"]],
    ["status", true, ["com.acme#Forbidden"]],
    ["status", true, [`${"x".repeat(94)} error`]],
    ["status", false, [399, 600, 200, -500, "running", "ok", "no error", "default", "NoFailures"]],
    ["status", false, [`${"x".repeat(95)} error`, ["error"]]],
    ["statusCode", true, [400, 599, "503"]],
    ["statusCode", false, [399, 600, 200]],
    ["type", true, ["error", "BusyError", "error ", "problem"]],
    ["type", false, ["Error report", "failed", "WorkflowList", "default", "noError", "timeout"]],
    ["unreachable", true, [["eu"]]],
    ["unreachable", false, [[], "eu", true]],
    // Compute Engine, Dataflow, Kubernetes Engine, AWS
    ["unreachables", true, [["eu"]]],
    ["unreachableLocations", true, [["eu"]]],
    ["failedLocation", true, [[{ name: "eu" }]]],
    ["missingZones", true, [["eu"]]],
    ["UnprocessedAccounts", true, [[{ AccountId: "1" }]]],
    ["UnprocessedKeys", true, [{ table: { Keys: [{ id: "1" }] } }]],
    ["UnprocessedKeys", false, [{}]],
    ["failedRegions", true, [["eu"]]],
    ["failedRegions", false, [[], 2, null]],
    ["failedWorkflows", false, [["wf_1"]]],
    ["skippedItems", false, [["wf_1"]]],
    ["degraded", true, [true]],
    ["degraded", false, [false, 1, []]],
    ["partialResults", true, [true, "true", 1, "omitted", ["eu"]]],
    ["partialResults", false, [false, 0, 3, "false", []]],
    ["unreachable", true, [{ eu: "timeout" }, { eu: true }]],
    ["unreachable", false, [{ total: 2, failed: 0 }]],
    ["partialResult", true, [true]],
    ["partialResultsCount", false, [1]],
    ["_shards", true, [{ failed: 1 }, { failed: "2" }]],
    ["_shards", false, [{ failed: 0 }, { failed: null }]],
    ["_shards", false, [{ skipped: 3 }]],
    ["_clusters", true, [{ skipped: 1 }, { partial: 1 }, { failed: 1 }]],
    ["_clusters", false, [{ total: 2, successful: 2, skipped: 0, running: 0, partial: 0, failed: 0 }]],
    ["meta", false, [{ failed: 3 }]],
    ["messages", true, [[{ type: "ERROR", text: "A peer did not respond." }], [{ type: "FATAL", text: "x" }]]],
    ["messages", false, [[], ["x"], [{ type: "INFO", text: "Sorry, nothing cached." }], [{ type: "ERROR" }]]],
    ["messages", false, [[{ type: "ERROR", text: "x", workflow: "wf_1" }]]],
  ])("%s beside workflows is an error: %s with each of %j", (name, isError, values) => {
    const isFault = (value: unknown): boolean => fault({ [name]: value, ...full }) !== "no error";
    expect(values.filter((value) => isFault(value) !== isError)).toEqual([]);
  });

  it.each<[name: string, values: readonly unknown[]]>([
    ["authenticated", [false]],
    ["valid", [false]],
    ["isReady", [false]],
    ["status", [false, "pending", "In Progress", "Running", "NG", "unknown"]],
    ["jobComplete", [false]],
    ["maintenance", [true]],
    ["isLoading", [true]],
    ["licenseExpired", [true]],
    ["quota_exceeded", [true]],
    ["result", [-1]],
    ["rc", [-1]],
  ])("that doubts an empty list is an error there, and none beside workflows: %s with each of %j", (name, values) => {
    for (const value of values) {
      expect(fault({ [name]: value, ...empty })).toMatch(`unavailable at "/${name}"`);
      expect(fault({ [name]: value, ...full })).toBe("no error");
    }
  });

  it.each<[name: string, values: readonly unknown[]]>([
    ["archived", [true, false]],
    ["authenticated", [true, null]],
    ["maintenance", [false]],
    ["result", [0, 1, 200]],
    ["size", [-1]],
    ["status", ["done", "active", null]],
    ["type", ["pending", "NG"]],
    ["owner", ["pending"]],
  ])("that does not explain an empty list is no error: %s with each of %j", (name, values) => {
    expect(values.filter((value) => fault({ [name]: value, ...empty }) !== "no error")).toEqual([]);
  });
});

describe("a message in another language", () => {
  it.each([
    ["English", ["No errors, but the service is unavailable", "10 errors", "No errors: timeout"]],
    ["German", ["Interner Serverfehler", "Zugriff verweigert", "Dienst nicht verfügbar", "Sitzung abgelaufen"]],
    ["German", ["Ungültiges Token", "Keine Berechtigung", "Bitte versuchen Sie es später erneut", "Wartungsarbeiten"]],
    [
      "French",
      ["Une erreur est survenue", "Accès refusé", "Service indisponible", "Session expirée", "Jeton invalide"],
    ],
    ["Spanish", ["Se ha producido un error", "Acceso denegado", "Servicio no disponible", "Sesión caducada"]],
    ["Portuguese", ["Ocorreu um erro", "Acesso negado", "Serviço indisponível"]],
    ["Italian", ["Si è verificato un errore", "Accesso negato", "Servizio non disponibile"]],
    ["Japanese", ["エラーが発生しました", "アクセスが拒否されました", "権限がありません", "メンテナンス中です"]],
    ["Chinese", ["服务不可用", "没有权限", "请求超时", "系统繁忙，请稍后再试"]],
    ["Korean", ["오류가 발생했습니다", "접근이 거부되었습니다", "권한이 없습니다"]],
    ["Russian", ["Произошла ошибка", "Доступ запрещен", "Сервис недоступен"]],
  ])("makes an empty list doubtful, in %s: %j", (_, messages) => {
    expect(messages.filter((message) => fault({ message, ...empty }) === "no error")).toEqual([]);
    expect(messages.filter((message) => fault({ message, ...full }) !== "no error")).toEqual([]);
  });

  it.each([
    "Keine Workflows gefunden",
    "Keine Fehler",
    "Kein Fehler aufgetreten",
    "Fehlerfrei",
    "Fehlerberichte",
    "No errors",
    "Sin errores",
    "Aucune erreur",
    "Aucun échec",
    "Pas d'erreur",
    "Nessun errore",
    "没有错误",
    "エラーはありません",
    "오류 없음",
    "Keine abgelaufenen Workflows",
    "Erfolgreich",
    "Aucun workflow trouvé",
    "Opération réussie",
    "No se encontraron flujos",
    "Nessun risultato",
    "該当するデータがありません",
    "暂无数据",
    "Успешно",
  ])("may report an empty listing: %s", (message) => {
    expect(fault({ message, ...empty })).toBe("no error");
  });
});

describe("a code and a message", () => {
  it.each<[fields: object, besideItems: string, besideNone: string]>([
    [{ code: 7, message: "hello" }, "no error", 'unavailable at "/code": "7: hello".'],
    [{ code: 7, message: "success" }, "no error", "no error"],
    [{ code: 7, message: "shard down: unavailable" }, ...both('unavailable at "/code": "7: shard down: unavailable".')],
    [{ code: 0, message: "unavailable" }, "no error", 'unavailable at "/message": "unavailable".'],
    [{ code: 7, message: "No workflows found" }, "no error", "no error"],
    [{ code: 7, message: "Workflows not found" }, ...both('not-found at "/code": "7: Workflows not found".')],
    [{ code: 7, message: "Not found, 0 fetched" }, "no error", "no error"],
    [{ message: "hello" }, "no error", "no error"],
    [{ message: "Please try again" }, "no error", 'unavailable at "/message": "Please try again".'],
    [{ message: "Please try again; 3 loaded" }, "no error", "no error"],
    [{ message: "  ", code: 7 }, "no error", "no error"],
    [{ message: 1, code: 7 }, "no error", "no error"],
    [{ code: 7 }, "no error", "no error"],
    [{ retcode: 5, msg: "hello" }, "no error", 'unavailable at "/retcode": "5: hello".'],
    [{ retcode: "E5", msg: "hello" }, "no error", 'unavailable at "/retcode": "E5: hello".'],
    [{ retcode: "E 5", msg: "hello" }, "no error", "no error"],
    [{ retcode: "OK", msg: "hello" }, "no error", "no error"],
    [{ retcode: " 0 ", msg: "hello" }, "no error", "no error"],
    [{ retcode: "E5", msg: "failed" }, "no error", 'unavailable at "/retcode": "E5: failed".'],
    [{ meta: { code: 7, message: "hello" } }, "no error", 'unavailable at "/meta/code": "7: hello".'],
    [{ meta: { message: "Please try again" } }, "no error", 'unavailable at "/meta/message": "Please try again".'],
    [{ meta: { title: "Please try again" } }, "no error", "no error"],
    [{ meta: { message: "hello" } }, "no error", "no error"],
    [{ code: 199, message: "hello" }, "no error", 'unavailable at "/code": "199: hello".'],
    [{ code: 200, message: "hello" }, "no error", "no error"],
    [{ code: 299, message: "hello" }, "no error", "no error"],
    [{ code: 300, message: "hello" }, "no error", 'unavailable at "/code": "300: hello".'],
  ])("%j", (fields, besideItems, besideNone) => {
    expect(fault({ ...fields, ...full })).toBe(besideItems);
    expect(fault({ ...fields, ...empty })).toBe(besideNone);
  });

  it.each<[unknown, string]>([
    [{ message: "hello" }, 'unavailable at "/message": "hello".'],
    [{ message: "OK" }, "no error"],
    [{ message: "hello", count: 1 }, 'unavailable at "/message": "hello".'],
    [{ message: "hello", config: { a: 1 } }, "no error"],
    [{ message: "Please try again", config: { a: 1 } }, 'unavailable at "/message": "Please try again".'],
    [{ message: "" }, "no error"],
    [{}, "no error"],
  ])("without a list: %j", (body, expected) => {
    expect(fault(body)).toBe(expected);
  });
});

function both(expected: string): [string, string] {
  return [expected, expected];
}

describe("the kind of the error", () => {
  it.each<[string, readonly unknown[]]>([
    ["refused", [400, 401, 409].map((status) => ({ status }))],
    ["forbidden", [{ status: 403 }, { error: "m", code: 200, status: 403 }]],
    ["not-found", [{ status: 404 }, { error: { code: 404 } }, { error: { code: 1 }, status: 404 }]],
    ["rate-limited", [{ status: 429 }, { error: { message: "m" }, status: 429 }]],
    ["rate-limited", [{ head: { ret: -1, msg: "quota reached" }, ...empty }, { meta: { ok: false, code: 429 } }]],
    ["unavailable", [408, 500, 502, 599].map((status) => ({ status }))],
    ["refused", [3, 6, 9, 11, 12, 16].map(grpc)],
    ["forbidden", [grpc(7)]],
    ["not-found", [grpc(5)]],
    ["rate-limited", [grpc(8)]],
    ["unavailable", [1, 2, 4, 10, 13, 14, 15, 17].map(grpc)],
    ["unavailable", [{ code: 3, message: "m1" }]],
    ["rate-limited", texts("RATE_LIMITED", "Too many things", "ThrottledRequests", "quota used", "RESOURCE_EXHAUSTED")],
    ["forbidden", texts("forbidden", "permission missing", "AccessDenied", "not authorised", "NOT_PERMITTED")],
    ["not-found", texts("not found", "NotFound", "NOT_FOUND")],
    ["refused", texts("unauthorized", "bad credential", "session ended", "InvalidToken", "BAD_REQUEST", "required")],
    ["unavailable", texts("boom", "deadlined", "revalidations")],
  ])("is %s with each of %j", (code, bodies) => {
    expect(bodies.map((body) => fault(body).split(/[ .]/)[0])).toEqual(bodies.map(() => code));
  });
});

function grpc(code: number): object {
  return { code, message: "m1", details: [] };
}

function texts(...errors: readonly string[]): object[] {
  return errors.map((error) => ({ error }));
}

describe("a response that need not be a listing is an error", () => {
  it.each<[string, unknown, string, string | undefined]>([
    ["if it is nothing else", { status: "failed", message: "m" }, 'unavailable at "/status": "failed: m".', undefined],
    ["not if it has an id: it is what failed", { id: "wf_1", status: "failed", message: "m" }, "no error", undefined],
    ["not if it has a uuid", { uuid: "r", error: "boom" }, "no error", undefined],
    ["if the id is the request's", { request_id: "r", error: "boom" }, 'unavailable at "/error": "boom".', undefined],
    ["if the id is the trace's", { trace_uuid: "r", error: "boom" }, 'unavailable at "/error": "boom".', undefined],
    ["if the id is the error's", { errorId: "r", error: "boom" }, 'unavailable at "/error": "boom".', undefined],
    ["not beside other content", { error: "boom", nodes: 1 }, "no error", undefined],
    ["beside content that is null", { error: "boom", data: null }, 'unavailable at "/error": "boom".', undefined],
    [
      "beside what describes the request",
      { error: "boom", timestamp: 1, path: "/x", documentation_url: "u", help: "h", instance: "i", method: "GET" },
      'unavailable at "/error": "boom".',
      undefined,
    ],
    ["if a flag says so", { success: true, isFailed: true }, 'unavailable at "/isFailed".', undefined],
    ["not if all is well", { version: "1", status: "ok" }, "no error", undefined],
    ["not if it is empty", {}, "no error", undefined],
    ["not if it is a list", [{ error: "boom" }], "no error", undefined],
    ["not if it is a string", '"error"', "no error", undefined],
    [
      "by its media type, whatever is beside",
      { nodes: 1, title: "Out of credit" },
      'unavailable at "/title": "Out of credit".',
      "application/problem+json",
    ],
    ["not by another media type", { error: "boom", nodes: 1 }, "no error", "application/json"],
  ])("%s", (_name, body, expected, contentType) => {
    expect(
      faultOf(() => {
        refuseErrorAlone(parsed(body), contentType);
      }),
    ).toBe(expected);
  });
});
