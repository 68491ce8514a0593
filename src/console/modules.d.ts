/** Written by the build and before the tests (see `src/entrances/site/assets.ts`): the addresses of styles and scripts. */
declare module '*/.assets-names.json' {
	const names: Record<string, string>;
	export default names;
}

/** Untyped in the package, where the index has the types. */
declare module '*/hono/dist/jsx/context.js' {
	export { createContext, useContext } from 'hono/jsx';
}
