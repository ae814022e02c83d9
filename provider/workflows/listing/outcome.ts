/** Names the outcomes of a request for a further page, compared with the pages before it. Runs in both processes. */

export enum Outcome {
  /** All items are new. */
  NewItems = "NewItems",
  /** The items of one earlier page, all of them. */
  SamePage = "SamePage",
  /** The last item of the page before, then new items. An offset that counts from 1 gives this. */
  LastItemAgain = "LastItemAgain",
  /** Some items were read before: the listing changed meanwhile. */
  Overlap = "Overlap",
  Empty = "Empty",
  /** The service refused the request with a status such as 400 or 404. */
  Refused = "Refused",
  /** New items, but the number of the first page does not give the first page. */
  WrongNumber = "WrongNumber",
}
