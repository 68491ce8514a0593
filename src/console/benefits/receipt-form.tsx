import type { Module } from '../../core/modules.ts';
import type { NewExpense } from '../../expenses/circumstances/rules.ts';
import { submitExpenseRoute } from '../../expenses/submission/contract.ts';
import type { FlexAccess } from '../../flex/access/table.ts';
import { module as nameOfModule } from '../../mail/words.ts';
import type { Context } from '../env.ts';
import { Choice, DayField, Field, FileField, MoneyField, Tick } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { checked } from '../submit.ts';
import { amountIn, dayIn, isTicked, textIn, textOrNull } from '../typed.ts';
import { WORDS } from './words.ts';

/** The file types that browsers offer. The script converts other pictures to one of them. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf';

/** The expense that fills the form when it is corrected. */
interface Before {
	module: Module;
	amountValue: number;
	date: number;
	days: number | null;
	isPublicTransport: boolean | null;
	note: string | null;
}

interface ReceiptFormProps {
	to: string;
	state: Refused;
	access: FlexAccess | undefined;
	before?: Before;
	etag?: string;
}

/** The facts of a receipt. The style sheet shows the fields of the selected module. */
export function ReceiptForm({ to, state, access, before, etag }: ReceiptFormProps) {
	const { c, say } = useReader();
	const words = useWords(WORDS);
	const modules = (access?.allowedModules ?? []).map((value) => ({
		value,
		label: nameOfModule(say.language, value),
	}));
	const today = new Date(c.var.now).toISOString().slice(0, 10);
	return (
		<Form to={to} state={state} etag={etag} takesFile={before === undefined} class="panel receipt">
			<Choice
				name="module"
				label={words.module}
				options={modules}
				value={before?.module ?? modules[0]?.value ?? null}
			/>
			<MoneyField name="amount" label={words.amount} value={before?.amountValue ?? null} />
			<Tick name="upTo" label={words.upTo} />
			<DayField
				name="date"
				label={words.date}
				max={today}
				value={before === undefined ? today : new Date(before.date).toISOString().slice(0, 10)}
			/>
			<div data-for="MEALS">
				<Field
					name="days"
					label={words.days}
					inputmode="numeric"
					value={String(before?.days ?? 1)}
					isOptional
				/>
			</div>
			<div data-for="MOBILITY">
				<Tick
					name="isPublicTransport"
					label={words.isPublicTransport}
					isOn={before?.isPublicTransport ?? true}
				/>
			</div>
			{before === undefined && (
				<FileField
					name="file"
					label={words.file}
					accept={ACCEPTED}
					hint={words.rule.files}
					unreadable={words.fileUnreadable}
				/>
			)}
			<Field name="note" label={words.note} value={before?.note} maxlength={255} isOptional />
			<Buttons>
				<button type="submit" class="main">
					{before === undefined ? words.send : words.mend}
				</button>
			</Buttons>
		</Form>
	);
}

/** The form as a body of the API: what only one module has is left out for the others. */
export function expenseIn(typed: FormData): NewExpense {
	const module = textIn(typed, 'module') || undefined;
	const days = textIn(typed, 'days');
	return checked(submitExpenseRoute, {
		module,
		amount: amountIn(typed, 'amount'),
		date: dayIn(typed, 'date') || undefined,
		days: module === 'MEALS' ? Number(days || '1') : null,
		isPublicTransport: module === 'MOBILITY' ? isTicked(typed, 'isPublicTransport') : null,
		note: textOrNull(typed, 'note'),
		upTo: isTicked(typed, 'upTo'),
	});
}

/** The form for a picture that is added later. */
export function FileForm({ c, to, state }: { c: Context; to: string; state: Refused }) {
	const words = WORDS[c.var.language];
	return (
		<Form to={to} state={state} takesFile>
			<FileField
				name="file"
				label={words.file}
				accept={ACCEPTED}
				hint={words.rule.files}
				unreadable={words.fileUnreadable}
			/>
			<Buttons>
				<button type="submit">{words.addFile}</button>
			</Buttons>
		</Form>
	);
}
