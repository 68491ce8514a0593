import { correctTransaction } from '../../benefits/payroll/corrections/actions.ts';
import { correctTransactionRoute } from '../../benefits/payroll/corrections/contract.ts';
import { settleTransaction } from '../../benefits/payroll/settlements/actions.ts';
import { settleTransactionRoute } from '../../benefits/payroll/settlements/contract.ts';
import { type LineSheet, readPayrollLine } from '../../benefits/payroll/sheets/actions.ts';
import { addMonths, startOfMonth, toYearMonth } from '../../foundation/core/instant.ts';
import { companyNamed } from '../company-choice.tsx';
import { type Context, idIn } from '../env.ts';
import { FormFor, form, sentWith } from '../forms.tsx';
import { choice, day, money, text } from '../kinds.tsx';
import { List } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Facts, Money, Note, Panel, Preview } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { previewed } from '../submit.ts';
import { textIn } from '../typed.ts';
import { lineColumns, withCurrency } from './lines.tsx';
import { payrollAddress, payrollPage, useNames } from './place.tsx';
import { CORRECTION_WORDS, DIRECTION_NAMES, SETTLEMENT_WORDS, WORDS } from './words.ts';

interface LineOfCompany {
	companyId: string;
	lineId: string;
}

/** The form of a correction. It names an amount without a sign, and whether to take it back or to pay it. */
export const correction = form({
	words: CORRECTION_WORDS,
	contract: correctTransactionRoute,
	fields: {
		direction: choice(['BACK', 'MORE'], DIRECTION_NAMES),
		amount: money(),
		reason: text({ maxlength: 255 }),
	},
	body: ({ direction, amount: { value, currency }, reason }, { var: { typed } }) => ({
		amount: {
			value: typeof value === 'number' && direction === 'BACK' ? -value : value,
			currency: textIn(typed, 'currency') || currency,
		},
		reason: reason || undefined,
	}),
	attempt: (call, { companyId, lineId }: LineOfCompany, body) =>
		correctTransaction(call, companyId, lineId, body),
	preview: previewed,
});

/** The form that settles a waiting line outside payroll. */
export const settlement = form({
	words: SETTLEMENT_WORDS,
	contract: settleTransactionRoute,
	fields: { date: day(), reason: text({ maxlength: 255 }) },
	body: ({ date, reason }) => ({ date, reason: reason || undefined }),
	attempt: (call, { companyId, lineId }: LineOfCompany, body) =>
		settleTransaction(call, companyId, lineId, body),
});

export const lineNamed = (c: Context): LineOfCompany => ({
	companyId: companyNamed(c, 'correctTransaction'),
	lineId: idIn(c, 'transactionId'),
});

/** A line with everything that was paid or taken back for the same expense or voucher, and the form that corrects it. */
export async function showLine(c: Context): Promise<Response> {
	const { companyId, lineId } = lineNamed(c);
	const sheet = await readPayrollLine(c.var.call, companyId, lineId);
	return payrollPage(
		c,
		{
			title: WORDS[c.var.language].correctionOf,
			companyId,
			runId: sheet.line.runId,
			scripts: ['preview.js'],
		},
		<>
			<LineFacts sheet={sheet} />
			<Correctable companyId={companyId} sheet={sheet} />
		</>,
	);
}

/** The person of the line, and all lines of the same expense or voucher. */
function LineFacts({ sheet: { line, lines, managers } }: { sheet: LineSheet }) {
	const { say, words } = useReader(WORDS);
	const { lineName, who } = useNames();
	const { module, amount } = lineColumns<ReturnType<typeof withCurrency>>(say.language);
	const state = ({ state: is }: LineSheet['line']) => (
		<Badge mood={is === 'PENDING' ? 'waiting' : 'good'}>
			{is === 'COMMITTED' ? words.paid : is === 'SETTLED' ? words.settled : words.waits}
		</Badge>
	);
	return (
		<Panel>
			<Facts
				rows={[
					[words.person, <PersonName person={line} isNumbered />],
					[words.module, lineName(line)],
					[words.amount, <Money value={line.amountValue} currency={line.amountCurrency} />],
					[words.month, say.monthName(monthOf(line))],
				]}
			/>
			{lines.length > 1 && (
				<>
					<List
						caption={words.sameSpending}
						columns={[
							module,
							{ title: words.month, of: (one) => say.monthName(monthOf(one)) },
							{ title: words.reason, of: ({ reason }) => reason ?? '' },
							{ title: words.by, of: ({ authorId }) => authorId !== null && who(authorId, managers) },
							{ title: words.when, of: ({ dateCreated }) => ({ time: dateCreated }) },
							amount,
							{ title: words.state, of: state },
						]}
						rows={lines.map(withCurrency)}
					/>
					<Facts rows={[[words.total, <Money value={totalOf(lines)} currency={line.amountCurrency} />]]} />
				</>
			)}
		</Panel>
	);
}

/** The form beside what the correction would leave behind, or the reason why there is no form. */
function Correctable({ companyId, sheet: { line, lines } }: { companyId: string; sheet: LineSheet }) {
	const { c, say, visitor, words } = useReader(CORRECTION_WORDS);
	const { refusal, after } = sentWith(c, correction);
	if (line.userId === visitor?.userId) return <Note>{words.own}</Note>;
	if (line.state === 'PENDING') return <Settleable companyId={companyId} lineId={line.id} />;
	const isSettled = line.state === 'SETTLED';
	return (
		<div class="change">
			<Panel title={useWords(WORDS).correction}>
				{isSettled && <p>{words.settled}</p>}
				<FormFor
					of={correction}
					to={payrollAddress(companyId, `/lines/${line.id}`)}
					values={{ direction: isSettled && line.amountValue > 0 ? 'MORE' : 'BACK' }}
					save={useWords(WORDS).correct}
					others={<input type="hidden" name="currency" value={line.amountCurrency} />}
				/>
			</Panel>
			<Preview refusal={refusal}>
				{after !== undefined && (
					<Facts
						rows={[
							[
								words.wouldGo(say.monthName(monthOf(after))),
								<Money value={after.amountValue} currency={after.amountCurrency} />,
							],
							...(isSettled
								? []
								: [
										[
											words.wouldBe,
											<Money value={totalOf(lines) + after.amountValue} currency={line.amountCurrency} />,
										] as const,
									]),
						]}
					/>
				)}
				{after === undefined && refusal === undefined && <p>{words.typeFirst}</p>}
			</Preview>
		</div>
	);
}

/** Says that the line is not paid yet, with the form that settles it. */
function Settleable({ companyId, lineId }: { companyId: string; lineId: string }) {
	const words = useWords(SETTLEMENT_WORDS);
	return (
		<>
			<Note>{useWords(CORRECTION_WORDS).pending}</Note>
			<Panel title={words.settle}>
				<p>{words.settleHint}</p>
				<FormFor
					of={settlement}
					to={payrollAddress(companyId, `/lines/${lineId}/settlement`)}
					save={words.settle}
				/>
			</Panel>
		</>
	);
}

/** Returns what was paid, less what was taken back. A correction of a settled line pays what the settlement counts. */
function totalOf(lines: LineSheet['lines']): number {
	const settled = new Set(lines.filter(({ state }) => state === 'SETTLED').map(({ id }) => id));
	return lines
		.filter(({ correctsId }) => correctsId === null || !settled.has(correctsId))
		.reduce((sum, { amountValue }) => sum + amountValue, 0);
}

/** Returns the month whose run pays a line. */
const monthOf = ({ payrollReferenceDate }: { payrollReferenceDate: number }): string =>
	toYearMonth(addMonths(startOfMonth(payrollReferenceDate), -1));
