import type { OpenRun } from '../../payroll/open-run/rules.ts';
import { useReader, useWords } from '../page.tsx';
import { Empty, Note, Paging, Panel, pageOf } from '../parts.tsx';
import { HinderedLines, OfficeObstacle } from './obstacles.tsx';
import { WORDS } from './words.ts';

/** What keeps lines of the open month out of the file, a page of them at a time. */
export function OpenObstacles({ open: { officeObstacle, faulty, toVerify } }: { open: OpenRun }) {
	const { c } = useReader();
	const words = useWords(WORDS);
	const { shown, next } = pageOf(faulty.slice(behind(faulty, c.req.query('after'))), ({ id }) => id);
	return (
		<Panel title={words.obstacles}>
			{officeObstacle !== null && (
				<Note mood="bad">
					<OfficeObstacle code={officeObstacle} />
				</Note>
			)}
			{officeObstacle === null && faulty.length === 0 && <Empty>{words.noObstacles(toVerify)}</Empty>}
			{shown.length > 0 && (
				<>
					<p>{words.obstaclesHint}</p>
					<HinderedLines caption={words.obstacles} lines={shown} />
				</>
			)}
			<Paging next={next} />
		</Panel>
	);
}

/** How many lines stand before those that a page shows. */
const behind = (lines: readonly { id: string }[], after: string | undefined): number =>
	after === undefined ? 0 : lines.findIndex(({ id }) => id === after) + 1;
