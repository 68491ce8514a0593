import { addMonths, startOfMonth, toYearMonth } from '../../core/instant.ts';
import { correctTransaction } from '../../payroll/corrections/actions.ts';
import { correctTransactionRoute } from '../../payroll/corrections/contract.ts';
import type { Correction } from '../../payroll/corrections/store.ts';
import { type LineSheet, readPayrollLine } from '../../payroll/sheets/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import { type Context, idIn } from '../env.ts';
import { Choice } from '../field.tsx';
import { Fields, FormFor, form, sentWith } from '../forms.tsx';
import { money, text } from '../kinds.tsx';
import { titledPage, useReader, useWords } from '../page.tsx';
import { Badge, Facts, Money, Note, Panel, PersonName, Preview, Table, Time } from '../parts.tsx';
import { previewed } from '../submit.ts';
import { textIn } from '../typed.ts';
import { Above, addressOf, useNames } from './place.tsx';
import { CORRECTION_WORDS, WORDS } from './words.ts';

interface LineOfCompany {
	companyId: string;
	lineId: string;
}

/** The form of a correction. It names an amount without a sign, and whether to take it back or to pay it. */
export const correction = form({
	words: CORRECTION_WORDS,
	contract: correctTransactionRoute,
	fields: { amount: money(), reason: text({ maxlength: 255 }) },
	body: ({ amount: { value, currency }, reason }, { var: { typed } }) => ({
		amount: {
			value: typeof value === 'number' && textIn(typed, 'direction') === 'BACK' ? -value : value,
			currency: textIn(typed, 'currency') || currency,
		},
		reason: reason || undefined,
	}),
	attempt: (call, { companyId, lineId }: LineOfCompany, body) =>
		correctTransaction(call, companyId, lineId, body),
	preview: previewed,
});

export const lineNamed = (c: Context): LineOfCompany => ({
	companyId: companyNamed(c, 'correctTransaction'),
	lineId: idIn(c, 'transactionId'),
});

/** A line with everything that was paid or taken back for the same expense or voucher, and the form that corrects it. */
export async function showLine(c: Context): Promise<Response> {
	const { companyId, lineId } = lineNamed(c);
	const sheet = await readPayrollLine(c.var.call, companyId, lineId);
	const words = WORDS[c.var.language];
	const above = <BackToRun companyId={companyId} sheet={sheet} />;
	return titledPage(
		c,
		{ title: words.correctionOf, above, scripts: ['preview.js'] },
		<>
			{c.req.query('saved') !== undefined && <Note mood="good">{words.saved}</Note>}
			<LineFacts sheet={sheet} />
			<Correctable companyId={companyId} sheet={sheet} />
		</>,
	);
}

function BackToRun({ companyId, sheet: { line } }: Pick<LineProps, 'companyId' | 'sheet'>) {
	if (line.runId === null) return <Above companyId={companyId} />;
	return <a href={addressOf(companyId, `/runs/${line.runId}`)}>{useWords(WORDS).backToRun}</a>;
}

/** The person of the line, and all lines of the same expense or voucher. */
function LineFacts({ sheet: { line, lines, managers } }: Pick<LineProps, 'sheet'>) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const { lineName, who } = useNames();
	return (
		<Panel>
			<Facts
				rows={[
					[words.person, <PersonName person={line} isNumbered />],
					[words.module, lineName(line)],
					[words.amount, <Money value={line.amountValue} currency={line.amountCurrency} />],
					[words.month, say.monthName(monthOf(line.payrollReferenceDate))],
				]}
			/>
			{lines.length > 1 && (
				<Table
					caption={words.sameSpending}
					columns={[words.module, words.month, words.reason, words.by, words.amount, words.state]}
					numeric={[4]}
					rows={[
						...lines.map((one) => [
							lineName(one),
							say.monthName(monthOf(one.payrollReferenceDate)),
							one.reason,
							one.authorId !== null && (
								<>
									{who(one.authorId, managers)}{' '}
									<small class="below">
										<Time at={one.dateCreated} />
									</small>
								</>
							),
							<Money value={one.amountValue} currency={one.amountCurrency} />,
							<Badge mood={one.state === 'COMMITTED' ? 'good' : 'waiting'}>
								{one.state === 'COMMITTED' ? words.paid : words.waits}
							</Badge>,
						]),
						[
							<strong>{words.inAll}</strong>,
							'',
							'',
							'',
							<Money value={totalOf(lines)} currency={line.amountCurrency} />,
							'',
						],
					]}
				/>
			)}
		</Panel>
	);
}

/** The form beside what the correction would leave behind, or the reason why there is no form. */
function Correctable({ companyId, sheet }: LineProps) {
	const { c, visitor } = useReader();
	const words = useWords(CORRECTION_WORDS);
	const { line } = sheet;
	const { refusal, after } = sentWith(c, correction);
	if (line.userId === visitor?.userId) return <Note>{words.own}</Note>;
	if (line.state !== 'COMMITTED') return <Note>{words.pending}</Note>;
	return (
		<div class="change">
			<Panel title={useWords(WORDS).correction}>
				<FormFor of={correction} to={addressOf(companyId, `/lines/${line.id}`)} save={words.saveCorrection}>
					<input type="hidden" name="currency" value={line.amountCurrency} />
					<Choice
						name="direction"
						label={words.direction}
						value="BACK"
						options={[
							{ value: 'BACK', label: words.tooMuch },
							{ value: 'MORE', label: words.tooLittle },
						]}
					/>
					<Fields of={correction} />
				</FormFor>
			</Panel>
			<Preview refusal={refusal}>
				{after !== undefined && <WouldBe sheet={sheet} after={after} />}
				{after === undefined && refusal === undefined && <p>{words.typeFirst}</p>}
			</Preview>
		</div>
	);
}

interface LineProps {
	companyId: string;
	sheet: LineSheet;
}
/** Returns what was paid, less what was taken back. */
const totalOf = (lines: LineSheet['lines']): number =>
	lines.reduce((sum, { amountValue }) => sum + amountValue, 0);

/** Returns the month whose run has this cut-off. */
const monthOf = (cutOff: number): string => toYearMonth(addMonths(startOfMonth(cutOff), -1));

/** Shows what a correction would leave behind. */
function WouldBe({ sheet: { line, lines }, after }: Pick<LineProps, 'sheet'> & { after: Correction }) {
	const { say } = useReader();
	const words = useWords(CORRECTION_WORDS);
	const { amountValue, amountCurrency, payrollReferenceDate } = after;
	return (
		<Facts
			rows={[
				[
					words.wouldGo(say.monthName(monthOf(payrollReferenceDate))),
					<Money value={amountValue} currency={amountCurrency} />,
				],
				[words.wouldBe, <Money value={totalOf(lines) + amountValue} currency={line.amountCurrency} />],
			]}
		/>
	);
}
