/** Colours, where standard output is a terminal that wants them. */
import { styleText } from "node:util";

export type Colour = "green" | "red" | "yellow" | "dim" | "bold";
export type Paint = (colour: Colour, text: string) => string;

export function createPaint(enabled: boolean): Paint {
  return (colour, text) => (enabled ? styleText(colour, text, { validateStream: false }) : text);
}
