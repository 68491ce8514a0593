// The part of `hono/jsx` that server pages need, because its index also contains browser code. A file inside a package is named
// by its path.
export { createContext, useContext } from '../../../node_modules/hono/dist/jsx/context.js';
