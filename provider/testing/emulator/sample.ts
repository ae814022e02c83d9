/** The default workflows and credentials of an emulator. Runs in the test. */
import { randomBytes } from "node:crypto";

/** Returns fresh objects at each call, so that a test may change them. */
export function sampleWorkflows(): unknown[] {
  const rows: [id: string, name: string, enabled: boolean, team: string, tags: string[]][] = [
    ["wf_01HTZ4", "Nightly import", true, "Data platform", ["etl", "nightly"]],
    ["wf_01HTZ7", "Send invoices", true, "Finance", ["billing", "monthly"]],
    ["wf_01HV2K", "Onboard new customer", true, "Success", ["crm"]],
    ["wf_01HV9Q", "Rebuild search index", false, "Search", ["nightly"]],
    ["wf_01HWB3", "Archive old tickets", false, "Support", []],
  ];
  return rows.map(([id, name, enabled, team, tags], index) => ({
    id,
    name,
    enabled,
    createdAt: `2025-0${index + 1}-1${index}T08:30:00Z`,
    owner: { team, email: `${team.toLowerCase().replaceAll(" ", "-")}@example.com` },
    tags,
  }));
}

/** Returns random credentials, so that no two emulators share them. The secret has characters that careless encodings change. */
export function sampleCredentials(): { clientId: string; clientSecret: string } {
  return {
    clientId: `emulated-id-${randomBytes(8).toString("hex")}`,
    clientSecret: `emulated-secret-${randomBytes(12).toString("hex")}+/%:@~ü=`,
  };
}
