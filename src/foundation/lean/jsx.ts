// This is the part of `hono/jsx` that server pages need. The index of that package also contains browser code, so its files are named by
// path.
export { createContext, useContext } from '../../../node_modules/hono/dist/jsx/context.js';
