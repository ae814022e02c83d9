/** The plugin's script for use in a checkout: checks the Node.js version first, then runs the plugin. */
import "./require-node.js";
import "../plugin/main.js";
