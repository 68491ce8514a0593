/** The types of the package itself describe a module of another name. */
declare module '@mixmark-io/domino' {
	export function createDocument(html: string): { documentElement: unknown };
}
