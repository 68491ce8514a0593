import { cpSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import {
	type ArrowFunctionExpression,
	type Function as FunctionNode,
	type PropertyKey,
	parseSync,
	Visitor,
} from 'oxc-parser';

/** A function of the source. */
export interface Place {
	file: string;
	name: string;
	line: number;
}

/** Copies the source to a folder where every function reports that it is entered; returns the functions by their numbers. */
export function instrument(folder: string): Place[] {
	rmSync(folder, { recursive: true, force: true });
	for (const part of ['src', 'test/tools/trace', 'test/tools/bench'])
		cpSync(part, join(folder, part), { recursive: true });
	// The source imports these two from above its folder.
	for (const name of ['node_modules', '.assets-names.json']) symlinkSync(resolve(name), join(folder, name));
	const places: Place[] = [];
	for (const file of globSync('src/**/*.{ts,tsx}').toSorted()) {
		writeFileSync(join(folder, file), instrumented(file, readFileSync(file, 'utf8'), places));
	}
	return places;
}

type Func = ArrowFunctionExpression | FunctionNode;

function instrumented(file: string, code: string, places: Place[]): string {
	const insertions: [at: number, text: string][] = [];
	const names = new Map<object, string>();
	const enter = ({ body, start, ...node }: Func, named: string | undefined): void => {
		if (body === null) return;
		const line = code.slice(0, start).split('\n').length;
		const own = 'id' in node ? node.id?.name : undefined;
		const number = places.push({ file, line, name: named ?? own ?? '' }) - 1;
		if (body.type === 'BlockStatement') insertions.push([body.start + 1, `__entered(${number});`]);
		else insertions.push([body.start, `(__entered(${number}), `], [body.end, ')']);
	};
	const visit = (node: Func) => enter(node, names.get(node));
	const call = (value: object, key: PropertyKey) => key.type === 'Identifier' && names.set(value, key.name);
	new Visitor({
		VariableDeclarator: ({ id, init }) => init && id.type === 'Identifier' && names.set(init, id.name),
		MethodDefinition: ({ key, value }) => call(value, key),
		Property: ({ key, value }) => call(value, key),
		ArrowFunctionExpression: visit,
		FunctionDeclaration: visit,
		FunctionExpression: visit,
	}).visit(parseSync(file, code).program);
	const counter = relative(dirname(file), 'test/tools/trace/entered.ts');
	let result = `import { __entered } from '${counter}';\n`;
	let end = 0;
	for (const [at, text] of insertions.toSorted(([a], [b]) => a - b)) {
		result += code.slice(end, at) + text;
		end = at;
	}
	return result + code.slice(end);
}
