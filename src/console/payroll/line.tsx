import { correctTransaction } from '../../payroll/corrections/actions.ts';
import { correctTransactionRoute } from '../../payroll/corrections/contract.ts';
import type { Correction } from '../../payroll/corrections/store.ts';
import { readPayrollLine } from '../../payroll/overview/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import type { Refused } from '../form.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Badge, Facts, Money, Note, Panel, Table, Time } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { changed, checked, isPreview, previewed } from '../submit.ts';
import { amountIn, textIn } from '../typed.ts';
import { Above } from './above.tsx';
import { Correctable } from './correction.tsx';
import { addressOf, idIn } from './place.ts';
import { useNames } from './reader.ts';
import { WORDS } from './words.ts';
import { type LineProps, monthOf, totalOf } from './would-be.tsx';

/** Corrects a line, or shows what that would leave behind. */
export async function correct(c: Context, typed: FormData): Promise<Response> {
	const companyId = companyNamed(c, 'correctTransaction');
	const id = idIn(c, 'transactionId');
	const { value, currency } = amountIn(typed, 'amount');
	const sign = textIn(typed, 'direction') === 'BACK' ? -1 : 1;
	const correction = checked(correctTransactionRoute, {
		amount: {
			value: typeof value === 'number' ? sign * value : value,
			currency: textIn(typed, 'currency') || currency,
		},
		reason: textIn(typed, 'reason') || undefined,
	});
	const attempt = (call: Context['var']['call']) => correctTransaction(call, companyId, id, correction);
	if (isPreview(typed)) return showLine(c, { typed }, 200, await previewed(c, attempt));
	return changed(c, { attempt, to: () => addressOf(companyId, `/lines/${id}`, { saved: '' }) });
}

/** A line with all that was ever paid or taken back for the same, and the form that corrects it. */
export async function showLine(
	c: Context,
	state: Refused = {},
	status = 200,
	after?: Correction,
): Promise<Response> {
	const companyId = companyNamed(c, 'correctTransaction');
	const sheet = await readPayrollLine(c.var.call, companyId, idIn(c, 'transactionId'));
	const words = WORDS[c.var.language];
	return page(
		c,
		{ title: words.correctionOf, scripts: ['preview.js'] },
		<>
			<Heading title={words.correctionOf} above={<BackToRun companyId={companyId} sheet={sheet} />} />
			{c.req.query('saved') !== undefined && <Note mood="good">{words.saved}</Note>}
			<LineFacts sheet={sheet} />
			<Correctable companyId={companyId} sheet={sheet} state={state} after={after} />
		</>,
		status,
	);
}

function BackToRun({ companyId, sheet: { line } }: Pick<LineProps, 'companyId' | 'sheet'>) {
	if (line.runId === null) return <Above companyId={companyId} />;
	return <a href={addressOf(companyId, `/runs/${line.runId}`)}>{useWords(WORDS).backToRun}</a>;
}

/** Whose line it is, and all lines of the same expense or voucher. */
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
