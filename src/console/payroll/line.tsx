import { correctTransaction } from '../../payroll/corrections/actions.ts';
import { correctTransactionRoute } from '../../payroll/corrections/contract.ts';
import type { Correction } from '../../payroll/corrections/store.ts';
import { readPayrollLine } from '../../payroll/sheets/actions.ts';
import { Choice } from '../choice.tsx';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { Field, MoneyField } from '../field.tsx';
import { Form, type Refused, SaveOrShow } from '../form.tsx';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Badge, Facts, Money, Note, Panel, Preview, Table, Time } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { changed, checked, isPreview, previewed } from '../submit.ts';
import { amountIn, textIn } from '../typed.ts';
import { Above } from './above.tsx';
import { CORRECTION_WORDS } from './correction-words.ts';
import { addressOf, idIn } from './place.ts';
import { useNames } from './reader.ts';
import { WORDS } from './words.ts';
import { type LineProps, monthOf, totalOf, WouldBe } from './would-be.tsx';

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

/** The form of a correction beside what it would leave behind; or why there is none. */
function Correctable(props: LineProps) {
	const { visitor } = useReader();
	const words = useWords(CORRECTION_WORDS);
	const { line } = props.sheet;
	if (line.userId === visitor?.userId) return <Note>{words.own}</Note>;
	if (line.state !== 'COMMITTED') return <Note>{words.pending}</Note>;
	return (
		<div class="change">
			<CorrectionForm {...props} />
			<Preview refusal={props.state.refusal}>
				<WouldBe {...props} />
			</Preview>
		</div>
	);
}

function CorrectionForm({ companyId, sheet: { line }, state }: LineProps) {
	const words = useWords(CORRECTION_WORDS);
	const { correction, reason } = useWords(WORDS);
	return (
		<Panel title={correction}>
			<Form to={addressOf(companyId, `/lines/${line.id}`)} state={state} previews>
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
				<MoneyField name="amount" label={words.howMuch} />
				<Field name="reason" label={reason} hint={words.reasonHint} maxlength={255} autocomplete="off" />
				<SaveOrShow save={words.saveCorrection} />
			</Form>
		</Panel>
	);
}
