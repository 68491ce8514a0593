// The part of `hono/jsx` that pages on a server need: its index also holds what renders in a browser. Files inside a package have no
// other name than their path.
export { createContext, useContext } from '../../node_modules/hono/dist/jsx/context.js';
