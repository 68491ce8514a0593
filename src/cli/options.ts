import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Reads the options of a command. With `--help`, or with options that it does not know, it prints the usage and ends. */
export function optionsOf<Options extends NonNullable<ParseArgsConfig['options']>>(
	usage: string,
	options: Options,
) {
	if (process.argv.slice(2).some((one) => one === '--help' || one === '-h')) {
		console.log(usage);
		process.exit(0);
	}
	try {
		return parseArgs({ options }).values;
	} catch (error) {
		console.error(`${(error as Error).message}\n${usage}`);
		process.exit(2);
	}
}
