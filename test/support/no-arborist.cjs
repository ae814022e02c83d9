/** In the place of `@npmcli/arborist` in jest's own process. No test needs it there; one that does fails here. */
"use strict";

exports.Arborist = class {
  constructor() {
    throw new Error("Tests load no @npmcli/arborist (jest.config.cjs). Remove it there from moduleNameMapper.");
  }
};
