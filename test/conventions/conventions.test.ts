/** Every convention of pages: the whole listing, or an error whose argument reads the whole listing. */
import { ListingError, ServiceError, WorkflowsError } from "../../provider/http/errors.js";
import { parseArguments } from "../../provider/workflows/arguments/parse-arguments.js";
import type { Pagination } from "../../provider/workflows/arguments/argument-types.js";
import { renderArgument } from "../../provider/workflows/pages/suggest-pagination.js";
import { rejectionOf } from "../support/thrown.js";
import { type Reply, withService } from "../workflows/listing-service.js";
import { ALL, byPage, replyOf, WithHeaders } from "./paged-service.js";
import { FOLLOWED, REFUSED } from "./paged-cases.js";
import { ERROR_BODIES, NO_LISTING, WHOLE } from "./single-cases.js";

/** The argument at the end of a message, as a user pastes it. */
function pasted(message: string): Pagination {
  const text = /pagination: (\{.*\})$/.exec(message)?.[1] ?? "";
  const value = JSON.parse(text.replace(/([{,] )(\w+):/g, '$1"$2":')) as object;
  const parsed = parseArguments("getWorkflows", { pagination: value });
  if ("issues" in parsed) {
    throw new Error(JSON.stringify(parsed.issues));
  }
  return parsed.value.request.pagination as Pagination;
}

/** The same response to every request. */
const always = (response: unknown) => (): Reply =>
  response instanceof WithHeaders ? { headers: response.headers, body: response.body } : { body: response };

test.each(FOLLOWED)("%s is read to the end without an argument", async (_, render) => {
  await withService(replyOf(byPage(), render), async (service) => {
    expect(await service.read()).toEqual(ALL);
  });
});

test.each(REFUSED)(
  "%s is refused, and the argument in the message reads it to the end",
  async (_, pager, render, argument) => {
    await withService(replyOf(pager, render), async (service) => {
      const error = await rejectionOf(ListingError, service.read());
      expect(error.message).toContain(`To read on, set pagination: ${argument}`);
      expect(error.message).toContain("4 workflows on 1 page were read.");
      expect(error.message).not.toContain("c1+/=");
      expect(renderArgument(error.pagination ?? {}, "typescript")).toBe(`pagination: ${argument}`);
      expect(await service.read({ pagination: pasted(error.message) })).toEqual(ALL);
      expect(await service.read({ pagination: { type: "none" } })).toEqual(ALL.slice(0, 4));
    });
  },
);

const THREE = [{ id: "wf_1" }, { id: "wf_2" }, { id: "wf_3" }];
const wholes = WHOLE.map(([name, response, items = THREE]) => ({ name, response, items }));

test.each(wholes)("$name is the whole listing", async ({ response, items }) => {
  const warnings: string[] = [];
  await withService(always(response), async (service) => {
    expect(await service.read({}, { onWarning: (warning) => warnings.push(warning) })).toEqual(items);
    expect(service.targets).toHaveLength(1);
    expect(warnings).toEqual([]);
  });
});

test.each(ERROR_BODIES)("%s is an error, whatever the arguments", async (_, response, code) => {
  await withService(always(response), async (service) => {
    for (const request of [{}, { pagination: { type: "none" } }, { pagination: { type: "page" } }] as const) {
      const error = await rejectionOf(WorkflowsError, service.read(request));
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toMatchObject({ code, status: 200 });
      expect(error.message).toMatch(
        /^Could not list the workflows: The response has status 200, but its body reports an error/,
      );
    }
  });
});

test.each(ERROR_BODIES)("%s is no empty listing if the list may be left out", async (_, response) => {
  await withService(always(response), async (service) => {
    await rejectionOf(WorkflowsError, service.read({ itemsPath: "/flows?" }));
  });
});

test.each(NO_LISTING)("%s is no listing", async (_, response, message) => {
  await withService(always(response), async (service) => {
    const error = await rejectionOf(WorkflowsError, service.read());
    expect(error).toBeInstanceOf(ListingError);
    expect(error.message).toContain(message);
    expect(error.message).toMatch(/itemsPath/);
  });
});
