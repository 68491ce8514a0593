import type { Currency } from '../../core/money.ts';
import type { PayrollModule, TransactionKind, WageTypeKey } from '../../ledger/rules.ts';
import type { ObstacleCode } from '../../payroll/obstacles/rules.ts';
import type { RunPreview } from '../../payroll/open-run/rules.ts';
import { addressOf, pathOf } from '../company/frame.tsx';
import { companyIn } from '../company-choice.tsx';
import { BASE, reachOf } from '../env.ts';
import { useReader, useWords } from '../page.tsx';
import { Money, Panel, PersonName, Table } from '../parts.tsx';
import { AT_PERSON, OBSTACLE_WORDS } from './obstacle-words.ts';
import { useNames } from './reader.tsx';
import { WORDS } from './words.ts';

/** A line that a format cannot carry, and whose it is. */
export interface HinderedLine {
	id: string;
	employeeId: string;
	firstName: string | null;
	lastName: string | null;
	personnelNumber: string | null;
	module: PayrollModule;
	kind: TransactionKind;
	amountValue: number;
	currency: Currency;
	wageType: WageTypeKey | null;
	otherNumber: string | null;
	faults: readonly ObstacleCode[];
}

/** Lines that a format cannot carry, each with its remedy. */
export function HinderedLines({ caption, lines }: { caption: string; lines: readonly HinderedLine[] }) {
	const words = useWords(WORDS);
	const { lineName } = useNames();
	return (
		<Table
			caption={caption}
			columns={[words.person, words.module, words.amount, words.why]}
			numeric={[2]}
			rows={lines.map((line) => [
				<PersonName person={line} isNumbered />,
				lineName(line),
				<Money value={line.amountValue} currency={line.currency} />,
				<Obstacles line={line} />,
			])}
		/>
	);
}

/** The obstacles of a line, each with a link to its remedy. */
export function Obstacles({ line }: { line: HinderedLine }) {
	const { visitor } = useReader();
	const { says, inPerson } = useWords(OBSTACLE_WORDS);
	const { wageTypeName } = useNames();
	const named = {
		wageType: line.wageType === null ? '' : wageTypeName(line.wageType),
		personnelNumber: line.personnelNumber ?? '',
		otherNumber: line.otherNumber,
		currency: line.currency,
	};
	const mayMend = visitor !== undefined && reachOf(visitor, 'updateEmployee') !== null;
	return line.faults.map((code) => (
		<p>
			{says[code](named)}{' '}
			{!AT_PERSON.includes(code) ? (
				<Elsewhere code={code} />
			) : mayMend ? (
				<a href={`${BASE}/people/${line.employeeId}/details`}>{useWords(WORDS).personForm}</a>
			) : (
				inPerson
			)}
		</p>
	));
}

/** The remedy for obstacles that are fixed for all lines at once, or outside the console. */
function Elsewhere({ code }: { code: ObstacleCode }) {
	const { c, visitor } = useReader();
	const { inSettings, elsewhere } = useWords(OBSTACLE_WORDS);
	const remedy = code === 'currency_not_supported' ? elsewhere : inSettings;
	const mayMend = visitor !== undefined && reachOf(visitor, 'updatePayrollSettings') !== null;
	const companyId = companyIn(c, 'updatePayrollSettings');
	return mayMend && companyId !== null ? (
		<a href={addressOf(companyId, pathOf('office'))}>{remedy}</a>
	) : (
		remedy
	);
}

/** An obstacle that keeps every line out of a file, and its remedy. */
export function OfficeObstacle({ code }: { code: ObstacleCode }) {
	return (
		<p>
			{useWords(OBSTACLE_WORDS).says[code](NOBODY)} {useWords(WORDS).office} <Elsewhere code={code} />
		</p>
	);
}

const NOBODY = { wageType: '', personnelNumber: '', otherNumber: null, currency: '' };

/** Vouchers that pass what is free of tax. */
export function Warnings({ warnings }: Pick<RunPreview, 'warnings'>) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const { warnings: names, limit: limitOf } = useWords(OBSTACLE_WORDS);
	if (warnings.length === 0) return null;
	return (
		<Panel title={words.warnings}>
			<p>{words.warningsHint}</p>
			<Table
				caption={words.warnings}
				columns={[words.person, words.goodies, words.amount]}
				numeric={[2]}
				rows={warnings.map(({ code, value, limit, currency, ...person }) => [
					<PersonName person={person} isNumbered />,
					`${names[code]} (${limitOf(say.amount(limit, currency))})`,
					<Money value={value} currency={currency} />,
				])}
			/>
		</Panel>
	);
}
