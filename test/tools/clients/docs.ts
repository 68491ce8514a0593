import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Returns the blocks of code in one language. A page that does not exist yet has none. */
export function blocksIn(page: string, language: string): string[] {
	const path = join(ROOT, page);
	const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
	const blocks = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
	return [...text.matchAll(blocks)].map(([, code = '']) => code);
}

/** Returns the one program that all blocks in TypeScript are together. */
export const programIn = (page: string): string => blocksIn(page, 'ts').join('\n');
