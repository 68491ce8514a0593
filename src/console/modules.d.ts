/**
 * Written by the build and before the tests (see `src/site/assets.ts`): the addresses of styles, scripts and migrations, and the
 * name of the last migration.
 */
declare module '*/.assets-names.json' {
	const names: { [name: string]: string; schema: string; 'migrations.json': string };
	export default names;
}

/** Untyped in the package, where the index has the types. */
declare module '*/hono/dist/jsx/context.js' {
	export { createContext, useContext } from 'hono/jsx';
}
