/** The public entry, as a program without Pulumi uses it. */
import { AuthenticationError, createTokenSource, SettingsError } from "../../provider/auth/index.js";
import { json, serve } from "../support/servers.js";

it("gives a token for an address and two strings", async () => {
  const server = await serve(json({ access_token: "abc", expires_in: 60 }));
  try {
    const tokens = createTokenSource({ baseUrl: server.url, clientId: "id", clientSecret: "secret" });
    const token = await tokens.getToken();
    expect(token.value).toBe("abc");
    expect(token.expiresAt).toBeGreaterThan(Date.now() + 50_000);
    expect(JSON.stringify(token)).not.toContain("abc");
    tokens.invalidate(token);
    await tokens.getToken();
    expect(server.requests).toHaveLength(2);
  } finally {
    await server.close();
  }
});

it("names all bad settings at once", () => {
  const attempt = () =>
    createTokenSource({
      baseUrl: "http://example.com",
      clientId: "a:b",
      clientSecret: " ",
      bearerPath: "token",
      deadlineSeconds: 0,
      maxRetries: -1,
    });
  expect(attempt).toThrow(SettingsError);
  expect(attempt).toThrow(/baseUrl .*\nclientId .*\nclientSecret .*\nbearerPath .*\ndeadlineSeconds .*\nmaxRetries /);
});

it("wrong credentials are an AuthenticationError with status and hint", async () => {
  const server = await serve(json({ error: "invalid_client" }, 401));
  try {
    const attempt = createTokenSource({ baseUrl: server.url, clientId: "id", clientSecret: "secret" }).getToken();
    await expect(attempt).rejects.toBeInstanceOf(AuthenticationError);
    await expect(attempt).rejects.toMatchObject({ code: "token-refused", status: 401, attempts: 1 });
    await expect(attempt).rejects.toThrow(
      /Could not create an access token: POST .* answered 401 Unauthorized: invalid_client\. Check clientId/,
    );
  } finally {
    await server.close();
  }
});
