/** Returns an object with a value for each declaration, under the same name. */
export const derived = <Name extends string, Declaration, V>(
	declarations: Readonly<Record<Name, Declaration>>,
	make: (name: Name, declaration: Declaration) => V,
): Record<Name, V> => {
	const names = Object.keys(declarations) as Name[];
	return Object.fromEntries(names.map((name) => [name, make(name, declarations[name])])) as Record<Name, V>;
};
