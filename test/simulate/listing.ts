/** The listing of one client of the simulated service: its items in their order, how they change, and what each reader saw of it. */
import type { Change, Scenario } from "./scenario.js";

/** Identified by its `number`, with which the reader's `where` and the checks compare. Not every service gives an `id`. */
export interface Item {
  readonly id?: string;
  readonly number: number;
  readonly name: string;
}

/** The place in the service's order, which a cursor by keys names. It never changes, except for an item that moves. */
interface Entry {
  readonly rank: number;
  readonly item: Item;
}

/** All successful responses for one reader's requests. */
export interface Reading {
  /** What changed after the first of them, and before the last. */
  readonly changes: readonly Change[];
  /** The numbers of the items that were there at each of them. */
  readonly alwaysThere: ReadonlySet<number>;
}

export interface SimulatedListing {
  items(): readonly Item[];
  change(change: Change): void;
  /** Notes that the reader gets a response now. */
  note(reader: string): void;
  reading(reader: string): Reading | undefined;
  /** The items after the one with this rank. */
  after(rank: number): readonly Entry[];
}

interface Noted {
  readonly since: number;
  until: number;
  alwaysThere: ReadonlySet<number>;
}

export function createListing(tenant: number, { items, hasIds }: Pick<Scenario, "items" | "hasIds">): SimulatedListing {
  let added = 0;
  const create = (rank: number): Entry => {
    const number = added;
    added += 1;
    const id = hasIds ? { id: `wf-${tenant}-${number}` } : {};
    return { rank, item: { ...id, number, name: `Workflow ${number}` } };
  };
  let entries: readonly Entry[] = Array.from({ length: items }, (_, rank) => create(rank));
  const changes: Change[] = [];
  const readings = new Map<string, Noted>();

  /** A rank between the entries on both sides of the place. */
  const rankAt = (others: readonly Entry[], place: number): number => {
    const [before, behind] = [others[place - 1]?.rank, others[place]?.rank];
    return before === undefined ? (behind ?? 0) - 1 : behind === undefined ? before + 1 : (before + behind) / 2;
  };
  const insert = (others: readonly Entry[], place: number, entry: Entry): Entry[] => [
    ...others.slice(0, place),
    { ...entry, rank: rankAt(others, place) },
    ...others.slice(place),
  ];
  const renamed = ({ rank, item }: Entry): Entry => ({ rank, item: { ...item, name: `${item.name}, renamed` } });

  function changed({ kind, from, to }: Change): readonly Entry[] {
    const place = entries.length === 0 ? 0 : from % entries.length;
    const entry = entries[place];
    if (kind === "insert") {
      return insert(entries, from % (entries.length + 1), create(0));
    }
    if (entry === undefined) {
      return entries;
    }
    const others = entries.filter((other) => other !== entry);
    switch (kind) {
      case "remove":
        return others;
      case "rename":
        return entries.map((other) => (other === entry ? renamed(entry) : other));
      case "move":
        return insert(others, to % entries.length, entry);
      case "rename and move":
        return insert(others, to % entries.length, renamed(entry));
    }
  }

  return {
    items: () => entries.map(({ item }) => item),
    after: (rank) => entries.filter((entry) => entry.rank > rank),
    change: (change) => {
      entries = changed(change);
      changes.push(change);
    },
    note: (reader) => {
      const numbers = entries.map(({ item }) => item.number);
      const noted = readings.get(reader);
      if (noted === undefined) {
        readings.set(reader, { since: changes.length, until: changes.length, alwaysThere: new Set(numbers) });
        return;
      }
      noted.until = changes.length;
      noted.alwaysThere = new Set(numbers.filter((number) => noted.alwaysThere.has(number)));
    },
    reading: (reader) => {
      const noted = readings.get(reader);
      return noted && { changes: changes.slice(noted.since, noted.until), alwaysThere: noted.alwaysThere };
    },
  };
}
