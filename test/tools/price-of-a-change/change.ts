import type { LIMITS } from '../../limits.ts';

/** Lines behind a text that stands once in a file, or in its stead. Without such a text they go to the top, where imports are. */
interface Edit {
	file: string;
	behind?: string;
	instead?: string;
	isNew?: true;
	lines: string;
}

/** A change that somebody may want one day. A drill makes it in a copy of the repository. */
export interface Change {
	/** The name of the file that describes it. */
	name: keyof typeof LIMITS.price;
	/** True when the generator has to write a migration. */
	isStored: boolean;
	edits: readonly Edit[];
	/** The arguments of vitest: the tests that are derived from what the change declares, and its own. */
	tests: readonly string[];
}

/** Returns the files that the change touches, as they are with it. `textOf` returns a file as it is without it. */
export function changed({ name, edits }: Change, textOf: (file: string) => string): Map<string, string> {
	const files = new Map<string, string>();
	for (const { file, behind, instead, isNew, lines } of edits) {
		const text = isNew ? '' : (files.get(file) ?? textOf(file));
		const place = behind ?? instead;
		const count = place === undefined ? 1 : text.split(place).length - 1;
		if (place !== undefined && count !== 1) throw new Outdated(name, file, place, count);
		files.set(
			file,
			place === undefined
				? `${lines}\n${text}`
				: text.replace(place, () => (instead === undefined ? `${place}\n${lines}` : lines)),
		);
	}
	return files;
}

/** The file that names the last migration. A change with a migration edits it too. */
export const SCHEMA_FILE = 'src/foundation/cells/schema.ts';

/** Returns how many files of `src` somebody edits for the change. Migrations are generated, and tests are not counted. */
export function price({ edits, isStored }: Change): number {
	const files = edits.map(({ file }) => file).filter((file) => file.startsWith('src/'));
	return new Set(isStored ? [...files, SCHEMA_FILE] : files).size;
}

class Outdated extends Error {
	constructor(name: string, file: string, place: string, count: number) {
		super(
			`The change “${name}” does not fit any more: “${place}” stands ${count} times in ${file}, and must stand there once. ` +
				`Make the change by hand where it belongs now. Then write what it needed into test/tools/price-of-a-change/${name}.ts. ` +
				'Each edit has a file, its new lines, and a text that stands once in the file, before them or in their place.',
		);
	}
}
