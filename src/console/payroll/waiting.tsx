import { toYearMonth } from '../../core/instant.ts';
import { readWaitingLines } from '../../payroll/open-run/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { sayIn } from '../format.ts';
import { Heading, page, useWords } from '../page.tsx';
import { Empty, Money, Paging, Panel, pageOf, Table } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { Above } from './above.tsx';
import { Obstacles } from './obstacles.tsx';
import { useNames } from './reader.ts';
import { filterIn, keyIn, waitingAddress } from './waiting-place.ts';
import { WORDS } from './words.ts';

const PAGE = 50;

type Line = Awaited<ReturnType<typeof readWaitingLines>>['lines'][number];

/** The lines that wait for the open month, one by one, each with what keeps it out of the file. */
export async function showWaiting(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'readOpenPayrollRun');
	const [filter, { language }] = [filterIn(c), c.var];
	const { month, lines } = await readWaitingLines(c.var.call, companyId, filter, keyIn(c), PAGE + 1);
	const { shown, next } = pageOf(lines, ({ reference, id }) => `${reference} ${id}`, PAGE);
	const title = WORDS[language].waitingFor(sayIn(language).monthName(toYearMonth(month)));
	const isFiltered = Object.values(filter).some((one) => one !== undefined);
	return page(
		c,
		{ title },
		<>
			<Heading title={title} above={<Above companyId={companyId} />} />
			<Panel>
				{shown.length === 0 ? (
					<Empty>{WORDS[language].noneWaits}</Empty>
				) : (
					<Lines caption={title} lines={shown} />
				)}
				{isFiltered && (
					<p>
						<a href={waitingAddress(companyId)}>{WORDS[language].allWaiting}</a>
					</p>
				)}
			</Panel>
			<Paging next={next} />
		</>,
	);
}

function Lines({ caption, lines }: { caption: string; lines: readonly Line[] }) {
	const words = useWords(WORDS);
	const { lineName } = useNames();
	return (
		<Table
			caption={caption}
			columns={[words.person, words.module, words.costCenter, words.amount]}
			numeric={[3]}
			rows={lines.map((line) => [
				<PersonName person={line} isNumbered />,
				<>
					{lineName(line)}
					<Obstacles line={line} />
				</>,
				line.costCenter ?? words.none,
				<Money value={line.amountValue} currency={line.currency} />,
			])}
		/>
	);
}
