import type { Child, PropsWithChildren } from 'hono/jsx';
import type { Instant } from '../foundation/core/instant.ts';
import type { Fault, Refusal, RefusalCode } from '../foundation/core/refusals.ts';
import { createContext, useContext } from '../foundation/lean/jsx.ts';
import type { Context } from './env.ts';
import { sentenceOfFault } from './faults.ts';
import { type PageProps, titledPage, useReader, VIEWING_NOTE } from './page.tsx';
import { sentenceOf } from './refusals.ts';

/** The entries of a form that was refused, and the reason. A form that is opened has neither. */
export interface Refused {
	typed?: FormData;
	refusal?: Refusal;
}

/**
 * The fields at which refusals are shown that name no field. Their names are those of the API. If the form lacks the field, the sentence
 * stands above the form.
 */
const FIELDS: Partial<Record<RefusalCode, string>> = {
	budget_exceeded: 'amount/value',
	correction_exceeds_transaction: 'amount/value',
	currency_mismatch: 'amount/value',
	tax_budget_exceeded: 'amount/value',
	max_days_exceeded: 'days',
	module_not_allowed: 'module',
	no_flex_access: 'date',
	period_closed: 'date',
	public_transport_only: 'isPublicTransport',
	body_too_large: 'file',
	too_many_receipts: 'file',
	unsupported_media_type: 'file',
	employee_terminated: 'startDate',
	periods_overlap: 'startDate',
	email_taken: 'email',
	personnel_number_taken: 'personnelNumber',
	invalid_code: 'code',
	domain_taken: 'domain',
	early_closing: 'early',
	facts_differ: 'factsDiffer',
	too_many_webhook_endpoints: 'url',
};

interface State extends Refused {
	/** True if the form was made from a record. Its fields then also send the values from which they were made. */
	isTagged?: boolean;
}

export const FormState = createContext<State>({});

interface FormProps {
	to: string;
	/** The entries that were sent with it; by default those that were posted to its address. */
	state?: Refused | undefined;
	/** The tag of the record from which the form was made; saving is refused once the record has changed. */
	etag?: string | undefined;
	takesFile?: boolean;
	/** Whether a script asks for the preview while somebody types. */
	previews?: boolean;
	class?: string;
}

/**
 * A form that is saved only once, and only for the user who opened it. A refusal stands above it. Platform administrators who view the
 * pages of a user see it, but cannot fill it in.
 */
export function Form({
	to,
	state,
	etag,
	takesFile,
	previews,
	children,
	...rest
}: PropsWithChildren<FormProps>) {
	const { c, visitor } = useReader();
	return (
		<FormState.Provider value={{ ...(state ?? sentTo(c, to)), isTagged: etag !== undefined }}>
			<form
				method="post"
				action={to}
				enctype={takesFile ? 'multipart/form-data' : undefined}
				data-previews={previews ? '' : undefined}
				class={rest.class}
			>
				{visitor !== undefined && <input type="hidden" name="_for" value={visitor.userId} />}
				<input type="hidden" name="_key" value={crypto.randomUUID()} />
				{etag !== undefined && <Opened etag={etag} />}
				<Refusals />
				{c.var.viewer === undefined ? (
					children
				) : (
					<fieldset class="seen" disabled aria-describedby={VIEWING_NOTE}>
						{children}
					</fieldset>
				)}
			</form>
		</FormState.Provider>
	);
}

/** Returns what was just sent to an address and is shown again. A form that is only opened gets nothing. */
export function sentTo(c: Context, address: string): Refused {
	const { sent, typed } = c.var;
	if (sent === undefined || address.replace(/\?.*/, '') !== c.req.path) return {};
	return sent.refusal === undefined ? { typed } : { typed, refusal: sent.refusal };
}

/** Sends along the version of the record from which the form was made, and when that was. */
function Opened({ etag }: { etag: string }) {
	const { c } = useReader();
	return (
		<>
			<input type="hidden" name="_etag" value={etag} />
			<input type="hidden" name="_at" value={String(c.var.now)} />
		</>
	);
}

/** Returns when the form was opened if it was refused because its record has changed since; null otherwise. */
export const openedBefore = ({ typed, refusal }: Refused): Instant | null =>
	typed === undefined || refusal?.code !== 'precondition_failed' ? null : Number(typed.get('_at'));

/** Shows a refusal as one sentence. If fields have faults, it only says how many. */
function Refusals() {
	const { refusal } = useContext(FormState);
	const { say, words } = useReader();
	if (refusal === undefined) return null;
	const { errors = [] } = refusal.extras;
	return (
		<div class="note" data-mood="bad" role="alert">
			<p>{errors.length === 0 ? sentenceOf(refusal, say) : words.faults(errors.length)}</p>
		</div>
	);
}

/** Returns the faults that are shown at fields. A refusal that concerns one field is such a fault too. */
function faultsOf({ code, extras }: Refusal): Fault[] {
	const { errors = [], field = FIELDS[code] } = extras;
	return field === undefined ? errors : [{ pointer: `#/${field}`, code, detail: '' }];
}

/** Returns what was typed into a field, and the sentence for its fault. */
export function useField(at: string) {
	const { typed, refusal, isTagged = false } = useContext(FormState);
	const { say } = useReader();
	const fault = refusal && faultsOf(refusal).find(({ pointer }) => `${pointer}/`.startsWith(`#/${at}/`));
	const sentence =
		fault && (fault.code === refusal.code ? sentenceOf(refusal, say) : sentenceOfFault(fault, say));
	return { typed, code: fault?.code, sentence, isTagged, isStale: refusal?.code === 'precondition_failed' };
}

type SubmitProps = PropsWithChildren<{ look?: 'main' | 'danger' | 'plain' | undefined }>;

export const Submit = ({ look, children }: SubmitProps) => (
	<button type="submit" class={look}>
		{children}
	</button>
);

export const Buttons = ({ children }: PropsWithChildren) => <p class="buttons">{children}</p>;

export const OnlyButton = ({ look, children }: SubmitProps) => (
	<Buttons>
		<Submit look={look}>{children}</Submit>
	</Buttons>
);

/** The button that saves, if there is something to save, the button that shows a preview, and others. */
export function SaveOrShow({ save, children }: PropsWithChildren<{ save: Child | undefined }>) {
	const { words } = useReader();
	return (
		<Buttons>
			{save !== undefined && <Submit look="main">{save}</Submit>}
			<button type="submit" name="_do" value="preview" class={save === undefined ? 'main' : undefined}>
				{words.show}
			</button>
			{children}
		</Buttons>
	);
}

export interface FormPageProps extends PageProps {
	above?: string | undefined;
	/** Shown before the form. */
	lead?: Child;
	to: string;
	/** Set when the form was sent to another address than its own. */
	state?: Refused | undefined;
	button: string;
	/** Links to other steps, below the form. */
	others?: Child;
}

export const formPage = (
	c: Context,
	{ above, lead, to, state, button, others, ...props }: FormPageProps,
	fields: Child,
	status?: number,
) =>
	titledPage(
		c,
		{ ...props, above, isNarrow: true },
		<>
			{lead}
			<Form to={to} state={state} class="panel">
				{fields}
				<OnlyButton look="main">{button}</OnlyButton>
			</Form>
			{others}
		</>,
		status,
	);
