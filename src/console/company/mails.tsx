import { listLatestMails } from '../../mail/actions.ts';
import { MAIL_STATES, MAX_ATTEMPTS, type MailState } from '../../mail/rules.ts';
import type { ShownMail } from '../../mail/store.ts';
import { Select } from '../choice.tsx';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { page, useWords } from '../page.tsx';
import { Badge, Empty, Facts, Paging, Panel, pageOf, Time } from '../parts.tsx';
import { addressOf, COMPANY, Frame } from './frame.tsx';
import { WORDS as MAILS_WORDS } from './mails-words.ts';
import { WORDS } from './words.ts';

const PAGE = 50;

const MOODS: Record<MailState, 'good' | 'waiting' | 'bad'> = {
	sent: 'good',
	waiting: 'waiting',
	failed: 'bad',
	bounced: 'bad',
	no_carrier: 'bad',
};

/** What was or is to be sent, the latest first. */
export async function showMails(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listMails');
	const state = MAIL_STATES.find((one) => one === c.req.query('state'));
	const mails = await listLatestMails(c.var.call, companyId, state, c.req.query('after') ?? '', PAGE + 1);
	const { shown, next } = pageOf(mails, ({ id }) => id, PAGE);
	const words = MAILS_WORDS[c.var.language];
	return page(
		c,
		{ title: WORDS[c.var.language].pages.mails },
		<Frame companyId={companyId} name="mails">
			<Filter companyId={companyId} state={state} />
			<Panel>
				<p class="hint">{words.kept}</p>
				{shown.length === 0 && <Empty>{state === undefined ? words.none : words.noneLikeThis}</Empty>}
				<ul class="rows">
					{shown.map((mail) => (
						<Mail companyId={companyId} mail={mail} />
					))}
				</ul>
			</Panel>
			<Paging next={next} />
		</Frame>,
	);
}

function Filter({ companyId, state }: { companyId: string; state: MailState | undefined }) {
	const words = useWords(MAILS_WORDS);
	return (
		<form method="get" action={`${COMPANY}/mails`} class="panel filters">
			<input type="hidden" name="company" value={companyId} />
			<Select
				name="state"
				label={words.state}
				none={words.all}
				value={state ?? null}
				options={MAIL_STATES.map((value) => ({ value, label: words.states[value] }))}
				isOptional
			/>
			<button type="submit">{words.show}</button>
		</form>
	);
}

/** A row that opens to what became of the mail, and what to do about it. */
function Mail({ companyId, mail }: { companyId: string; mail: ShownMail }) {
	const words = useWords(MAILS_WORDS);
	const { kind, recipient, state, attempts, reason, userId } = mail;
	const at = (instant: number | null) => (instant === null ? words.never : <Time at={instant} />);
	return (
		<li>
			<details>
				<summary>
					<bdi>{recipient}</bdi>: {words.kinds[kind]}
				</summary>
				<Facts
					rows={[
						[words.created, at(mail.dateCreated)],
						[words.attempts, `${attempts} / ${MAX_ATTEMPTS}`],
						[words.attempted, at(mail.dateAttempted)],
						...(state === 'waiting' ? [[words.due, at(mail.dateDue)] as const] : []),
						[words.sent, at(mail.dateSent)],
						...(reason === null ? [] : [[words.reason, reason] as const]),
					]}
				/>
				{words.remedies[state] !== '' && <p>{words.remedies[state]}</p>}
				<p>
					<a href={addressOf(companyId, `/users/${userId}`)}>{words.toPerson}</a>
				</p>
			</details>
			<Badge mood={MOODS[state]}>{words.states[state]}</Badge>
		</li>
	);
}
