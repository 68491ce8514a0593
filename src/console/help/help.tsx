import { useReader } from '../page.tsx';
import { GLOSSARY } from './glossary.ts';
import { termsOf } from './pages.ts';

/** Explains the words of a page; nothing where there are none to explain. */
export function Help({ path }: { path: string }) {
	const { c, words } = useReader();
	const terms = termsOf(path);
	if (terms.length === 0) return null;
	return (
		<details class="help">
			<summary>{words.help}</summary>
			<dl>
				{terms.map((term) => {
					const [word, meaning] = GLOSSARY[c.var.language][term];
					return (
						<div>
							<dt>{word}</dt>
							<dd>{meaning}</dd>
						</div>
					);
				})}
			</dl>
		</details>
	);
}
