/** Written by the build and before the tests (see `src/entrances/site/assets.ts`): the addresses of styles and scripts. */
declare module '*/.assets-names.json' {
	const names: Record<string, string>;
	export default names;
}

/** The package has types only for its index. */
declare module '*/hono/dist/jsx/context.js' {
	export { createContext, useContext } from 'hono/jsx';
}
