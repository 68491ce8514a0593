import type { Language } from '../../core/language.ts';
import { GLOSSARY } from './glossary.ts';
import { termsOf } from './pages.ts';

/** Explains the words of the page at a path; nothing where there are none to explain. */
export function Help({ path, language, title }: { path: string; language: Language; title: string }) {
	const terms = termsOf(path);
	if (terms.length === 0) return null;
	return (
		<details class="help">
			<summary>{title}</summary>
			<dl>
				{terms.map((term) => {
					const { word, meaning } = GLOSSARY[language][term];
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
