import type { Child } from 'hono/jsx';
import { PAYROLL_MODULES, TRANSACTION_KINDS, wageTypeKeyOf } from '../../benefits/ledger/rules.ts';
import type { ObstacleCode } from '../../benefits/payroll/obstacles/rules.ts';
import { readWaitingLines } from '../../benefits/payroll/open-run/actions.ts';
import type {
	FaultyLine,
	RunPreview,
	WaitingFilter,
	WaitingKey,
} from '../../benefits/payroll/open-run/rules.ts';
import { listHeldOver } from '../../benefits/payroll/runs/actions.ts';
import type { NamedLine } from '../../benefits/payroll/sheets/store.ts';
import { toYearMonth } from '../../foundation/core/instant.ts';
import type { Language } from '../../foundation/core/language.ts';
import type { Currency } from '../../foundation/core/money.ts';
import { companyNamed } from '../company-choice.tsx';
import { type Context, idIn } from '../env.ts';
import { sayIn } from '../format.ts';
import { afterIn, type Column, List, PAGE_AND_ONE } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { Obstacles } from './obstacles.tsx';
import { namesIn, payrollAddress, payrollPage, useNames } from './place.tsx';
import { SETTLEMENT_WORDS, WORDS } from './words.ts';

type Line = Pick<
	FaultyLine,
	| 'employeeId'
	| 'firstName'
	| 'lastName'
	| 'personnelNumber'
	| 'personStatus'
	| 'module'
	| 'kind'
	| 'amountValue'
> & { currency: Currency };

/** Returns the columns of payroll lines by name. `below` stands below the module. */
export function lineColumns<L extends Line>(language: Language, below: (line: L) => Child = () => null) {
	const words = WORDS[language];
	const { lineName } = namesIn(language);
	return {
		person: { title: words.person, of: (line) => <PersonName person={line} isNumbered /> },
		module: {
			title: words.module,
			of: (line) => (
				<>
					{lineName(line)} {below(line)}
				</>
			),
		},
		amount: {
			title: words.amount,
			of: ({ amountValue, currency }) => ({ amount: amountValue, currency }),
			isNumeric: true,
		},
	} satisfies Record<string, Column<L>>;
}

/** Returns a stored line as lists show it. */
export const withCurrency = (line: NamedLine) => ({ ...line, currency: line.amountCurrency });

/** Returns a line with the obstacles that kept it out of a file. The person with the same number is no longer known. */
export const withFaults = <L extends Line>(line: L, faults: ObstacleCode[]) => ({
	...line,
	faults,
	wageType: wageTypeKeyOf(line),
	otherNumber: null,
});

/** Returns the columns of lines that a format cannot carry, each with its remedy. */
export function faultyColumns(language: Language): Column<FaultyLine>[] {
	const { person, module, amount } = lineColumns<FaultyLine>(language);
	const why = { title: WORDS[language].why, of: (line: FaultyLine) => <Obstacles line={line} /> };
	return [person, module, amount, why];
}

/** Returns the address of the lines that wait for the open month, or of the lines of one sum. */
export const waitingAddress = (companyId: string, { module, kind, costCenter }: WaitingFilter = {}): string =>
	payrollAddress(companyId, '/waiting', { module, kind, costCenter: costCenter === null ? '' : costCenter });

/** Reads the filters from the address. An empty cost centre means none, and unreadable values are ignored. */
function filterIn(c: Context): WaitingFilter {
	const { module, kind, costCenter } = c.req.query();
	return {
		module: PAYROLL_MODULES.find((one) => one === module),
		kind: TRANSACTION_KINDS.find((one) => one === kind),
		costCenter: costCenter === '' ? null : costCenter,
	};
}

/** Returns the position of the line after which the page continues. */
function keyIn(c: Context): WaitingKey {
	const [, reference = '0', position = ''] = /^(\d+) (.+)$/.exec(afterIn(c)) ?? [];
	return { reference: Number(reference), position };
}

/** The lines that wait for the open month, one by one, each with what keeps it out of the file. */
export async function showWaiting(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'readOpenPayrollRun');
	const [filter, { language }] = [filterIn(c), c.var];
	const { month, lines } = await readWaitingLines(c.var.call, companyId, filter, keyIn(c), PAGE_AND_ONE);
	const words = WORDS[language];
	const title = words.waitingFor(sayIn(language).monthName(toYearMonth(month)));
	const isFiltered = Object.values(filter).some((one) => one !== undefined);
	const columns = lineColumns<(typeof lines)[number]>(language, (line) => (
		<>
			<Obstacles line={line} />
			<SettleLink companyId={companyId} lineId={line.id} />
		</>
	));
	const { person, module, amount } = columns;
	return payrollPage(
		c,
		{ title, companyId },
		<Panel>
			<List
				caption={title}
				columns={[
					person,
					module,
					{ title: words.costCenter, of: ({ costCenter }) => costCenter ?? words.none },
					amount,
				]}
				rows={lines}
				cursorOf={({ reference, position }) => `${reference} ${position}`}
				none={words.noneWaits}
			/>
			{isFiltered && (
				<p>
					<a href={waitingAddress(companyId)}>{words.allWaiting}</a>
				</p>
			)}
		</Panel>,
	);
}

/** The lines that a run carried over, each with its remedy. */
export async function showHeldOver(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listHeldOver');
	const [runId, { language }] = [idIn(c, 'runId'), c.var];
	const after = { position: afterIn(c) };
	const found = await listHeldOver(c.var.call, companyId, runId, after, PAGE_AND_ONE);
	const rows = found.map((line) => withFaults(line, line.faults));
	const title = WORDS[language].heldOverOf;
	return payrollPage(
		c,
		{ title, companyId, runId },
		<Panel>
			<List
				caption={title}
				columns={[
					...faultyColumns(language),
					{
						title: WORDS[language].state,
						of: ({ id }) => <SettleLink companyId={companyId} lineId={id} />,
					},
				]}
				rows={rows}
				cursorOf={({ position }: (typeof rows)[number]) => position}
			/>
		</Panel>,
	);
}

/** Links to the page of a line, where it can be settled while it waits. */
function SettleLink({ companyId, lineId }: { companyId: string; lineId: string }) {
	const { may } = useReader();
	const { settle } = useWords(SETTLEMENT_WORDS);
	return (
		may('settleTransaction') && (
			<a class="below" href={payrollAddress(companyId, `/lines/${lineId}`)}>
				{settle} …
			</a>
		)
	);
}

type Sum = RunPreview['sums'][number];

interface SumsProps {
	sums: readonly Sum[];
	linesOf?: (sum: Sum) => string;
	/** The sentence for no sums. */
	none?: string;
}

/** The amounts by module and cost centre, and their total in each currency. */
export function Sums({ sums, linesOf, none }: SumsProps) {
	const words = useWords(WORDS);
	const { lineName } = useNames();
	const rows = sums.map((sum) => ({
		...sum,
		name: linesOf === undefined ? lineName(sum) : <a href={linesOf(sum)}>{lineName(sum)}</a>,
		costCenter: sum.costCenter ?? words.none,
	}));
	const totals = [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, alike]) => ({
		name: <strong>{words.total}</strong>,
		costCenter: '',
		lineCount: alike.reduce((sum, { lineCount }) => sum + lineCount, 0),
		value: alike.reduce((sum, { value }) => sum + value, 0),
		currency,
	}));
	return (
		<List
			caption={words.sums}
			columns={[
				{ title: words.module, of: ({ name }) => name },
				{ title: words.costCenter, of: ({ costCenter }) => costCenter },
				{ title: words.lineCount, of: ({ lineCount }) => lineCount, isNumeric: true },
				{ title: words.amount, of: ({ value, currency }) => ({ amount: value, currency }), isNumeric: true },
			]}
			rows={[...rows, ...totals]}
			none={none}
			readsDown
		/>
	);
}
