import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads the options of a command. With `--help`, or with options that it does not know, it prints the usage and ends. */
export const optionsOf = <O extends Options>(usage: string, options: O) =>
	read(usage, () => parseArgs({ options })).values;

/** Reads the options of a command and its other arguments, such as a file. */
export const argumentsOf = <O extends Options>(usage: string, options: O) =>
	read(usage, () => parseArgs({ options, allowPositionals: true }));

function read<T>(usage: string, parse: () => T): T {
	if (process.argv.slice(2).some((one) => one === '--help' || one === '-h')) {
		console.log(usage);
		process.exit(0);
	}
	try {
		return parse();
	} catch (error) {
		return misused(`${(error as Error).message}\n${usage}`);
	}
}

/** Ends a command that was called with the wrong options. */
export function misused(usage: string): never {
	console.error(usage);
	process.exit(2);
}
