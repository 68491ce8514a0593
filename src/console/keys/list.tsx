import { useWords } from '../page.tsx';
import { Empty, Paging, Panel, pageOf } from '../parts.tsx';
import { KeyRow, type ListedKey, type To } from './row.tsx';
import { WORDS } from './words.ts';

const PAGE = 50;

/** How many keys are read for a page of them: one more, which tells that there are others. */
export const READ_AT_ONCE = PAGE + 1;

/** A page of keys, each with the way to revoke it. */
export function Keys({ keys, to }: { keys: readonly ListedKey[]; to: To }) {
	const words = useWords(WORDS);
	const { shown, next } = pageOf(keys, ({ id }) => id, PAGE);
	return (
		<Panel title={words.keys}>
			{shown.length === 0 ? (
				<Empty>{words.noKeys}</Empty>
			) : (
				<ul class="rows">
					{shown.map((key) => (
						<KeyRow apiKey={key} to={to} />
					))}
				</ul>
			)}
			<Paging next={next} />
		</Panel>
	);
}
