import { MAIL_STATE_NAMES } from '../../core/words.ts';
import { listLatestMails } from '../../mail/actions.ts';
import { MAIL_STATES, MAX_ATTEMPTS, type MailState } from '../../mail/rules.ts';
import type { ShownMail } from '../../mail/store.ts';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { oneOf } from '../kinds.tsx';
import { afterIn, Filters, PAGE_AND_ONE, Paged } from '../listing.tsx';
import { page, useWords } from '../page.tsx';
import { Badge, Facts, Panel, Time } from '../parts.tsx';
import { addressOf, COMPANY, Frame } from './frame.tsx';
import { WORDS as MAILS_WORDS } from './mails-words.ts';
import { WORDS } from './words.ts';

const MOODS: Record<MailState, 'good' | 'waiting' | 'bad'> = {
	sent: 'good',
	waiting: 'waiting',
	failed: 'bad',
	bounced: 'bad',
	no_carrier: 'bad',
};

/** The mails to people of a company, the latest first. */
export async function showMails(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listMails');
	const state = MAIL_STATES.find((one) => one === c.req.query('state'));
	const mails = await listLatestMails(c.var.call, companyId, state, afterIn(c), PAGE_AND_ONE);
	const words = MAILS_WORDS[c.var.language];
	return page(
		c,
		{ title: WORDS[c.var.language].pages.mails },
		<Frame companyId={companyId} name="mails">
			<Filters
				to={`${COMPANY}/mails`}
				kept={{ company: companyId }}
				fields={{ state: oneOf(MAIL_STATES, MAIL_STATE_NAMES) }}
				words={MAILS_WORDS}
				button={words.show}
			/>
			<Panel>
				<p class="hint">{words.kept}</p>
				<Paged
					rows={mails}
					cursorOf={({ id }) => id}
					none={state === undefined ? words.none : words.noneLikeThis}
				>
					{(shown) => (
						<ul class="rows">
							{shown.map((mail) => (
								<Mail companyId={companyId} mail={mail} />
							))}
						</ul>
					)}
				</Paged>
			</Panel>
		</Frame>,
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
