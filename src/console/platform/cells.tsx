import { isNearlyFull } from '../../foundation/core/database-size.ts';
import { listCells } from '../../tenants/hosting/cells/actions.ts';
import type { CellState } from '../../tenants/hosting/cells/store.ts';
import type { Context } from '../env.ts';
import { afterIn, List, PAGE_AND_ONE, pageOf } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, NameLink, Note, Time } from '../parts.tsx';
import { COMPANIES, platformPage } from './frame.tsx';
import { REPAIR, REPAIR_WORDS } from './repair.tsx';
import { MOVE_WORDS, WORDS } from './words.ts';

/** The databases of companies that have their own. */
export async function showCells(c: Context): Promise<Response> {
	const cells = await listCells(c.var.call, afterIn(c), PAGE_AND_ONE);
	const [words, repairWords] = [WORDS[c.var.language], REPAIR_WORDS[c.var.language]];
	const cursorOf = ({ id }: CellState) => id;
	return platformPage(
		c,
		{ part: 'cells' },
		<>
			{pageOf(cells, cursorOf).shown.some(({ bytes }) => isNearlyFull(bytes)) && (
				<Note mood="bad">{words.nearlyFullHint}</Note>
			)}
			<List
				caption={words.cells}
				columns={[
					{
						title: words.name,
						of: ({ companyId, companyName }) => (
							<NameLink to={`${COMPANIES}/${companyId}`}>{companyName}</NameLink>
						),
					},
					{ title: words.people, of: ({ people }) => people, isNumeric: true },
					{ title: words.size, of: (cell) => <Size of={cell} /> },
					{ title: words.lastRun, of: (cell) => <LastRun of={cell} /> },
					{ title: words.schema, of: ({ schema }) => schema },
					{ title: words.database, of: (cell) => <Database of={cell} /> },
				]}
				rows={cells}
				cursorOf={cursorOf}
				none={words.noCells}
			/>
			{cells.length > 0 && <p class="hint">{words.cellsHint}</p>}
			<p class="hint">
				{repairWords.when} <a href={REPAIR}>{repairWords.now}</a>
			</p>
		</>,
	);
}

/** The name of a database, and a link to move its company to another one. */
function Database({ of: { cell, companyId } }: { of: CellState }) {
	return (
		<>
			<code>{cell}</code>
			<small class="below">
				<a href={`${COMPANIES}/${companyId}/move`}>{useWords(MOVE_WORDS).toNew}</a>
			</small>
		</>
	);
}

function Size({ of: { bytes } }: { of: CellState }) {
	const { say } = useReader();
	return (
		<>
			{say.size(bytes)}
			{isNearlyFull(bytes) && (
				<>
					{' '}
					<Badge mood="bad">{useWords(WORDS).nearlyFull}</Badge>
				</>
			)}
		</>
	);
}

/** Alarms of cells ring within minutes. If one does not, the cron wakes the cell after two hours. */
const LATE_SECONDS = 2 * 3600;

function LastRun({ of: { dateRun, lagSeconds } }: { of: CellState }) {
	const { say, words } = useReader(WORDS);
	return (
		<>
			{dateRun === null ? words.never : <Time at={dateRun} />}
			{lagSeconds >= LATE_SECONDS && (
				<>
					{' '}
					<Badge mood="waiting">{words.lateBy(say.number(Math.floor(lagSeconds / 3600)))}</Badge>
				</>
			)}
		</>
	);
}
