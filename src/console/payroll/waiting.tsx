import { toYearMonth } from '../../core/instant.ts';
import { readWaitingLines } from '../../payroll/open-run/actions.ts';
import { PAYROLL_MODULES, TRANSACTION_KINDS } from '../../payroll/transactions/rules.ts';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { sayIn } from '../format.ts';
import { Heading, page, useReader } from '../page.tsx';
import { Empty, Money, Paging, Panel, pageOf, Table } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { Obstacles } from './obstacles.tsx';
import { addressOf } from './place.ts';
import { useNames } from './reader.ts';
import { Above } from './sums.tsx';
import { WORDS } from './words.ts';

const PAGE = 50;

type Filter = Parameters<typeof readWaitingLines>[2];
type Line = Awaited<ReturnType<typeof readWaitingLines>>['lines'][number];

/** Where the lines are that wait for the open month, or those of one of its sums. */
export const waitingAddress = (companyId: string, { module, kind, costCenter }: Filter = {}): string =>
	addressOf(companyId, '/waiting', {
		...(module !== undefined && { module }),
		...(kind !== undefined && { kind }),
		...(costCenter !== undefined && { costCenter: costCenter ?? '' }),
	});

/** What the address asks for; an empty cost centre is none. What does not read as a filter is none. */
function filterIn(c: Context): Filter {
	const [module, kind, costCenter] = ['module', 'kind', 'costCenter'].map((name) => c.req.query(name));
	return {
		module: PAYROLL_MODULES.find((one) => one === module),
		kind: TRANSACTION_KINDS.find((one) => one === kind),
		costCenter: costCenter === '' ? null : costCenter,
	};
}

/** Behind which line the page goes on. */
function keyIn(c: Context): { reference: number; id: string } {
	const [, reference = '0', id = ''] = /^(\d+) (.+)$/.exec(c.req.query('after') ?? '') ?? [];
	return { reference: Number(reference), id };
}

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
	const { c } = useReader();
	const words = WORDS[c.var.language];
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
