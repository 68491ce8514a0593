import { type FoundRequest, readRequest } from '../../administration/overview/requests/actions.ts';
import { logQueryOf, REQUEST_ID, tailOf } from '../../administration/overview/requests/rules.ts';
import { MAX_ATTEMPTS } from '../../administration/webhooks/rules.ts';
import type { StoredEvent } from '../../foundation/core/history.ts';
import { databasesOf } from '../../foundation/http/near.ts';
import { MAX_ATTEMPTS as MAX_MAILED } from '../../tenants/mail/rules.ts';
import { MAIL_MOODS, MAIL_WORDS } from '../company/mails.tsx';
import { asApi, type Context, companyAsked } from '../env.ts';
import { type EventNames, knownIn } from '../history/event.tsx';
import { Events } from '../history/list.tsx';
import { HISTORY } from '../history/words.ts';
import { text } from '../kinds.tsx';
import { Filters, List } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Facts, NameLink, Note, Panel, Time } from '../parts.tsx';
import { responseOf } from '../webhooks/deliveries.tsx';
import { DeliveryBadge, EventName } from '../webhooks/delivery.tsx';
import { WORDS as WEBHOOK_WORDS } from '../webhooks/words.ts';
import { COMPANIES, platformPage, REQUESTS, USERS } from './frame.tsx';
import { REQUEST_WORDS } from './request-words.ts';
import { WORDS } from './words.ts';

/** Shows the result of a request, by the reference that somebody has reported. */
export async function showRequest(c: Context): Promise<Response> {
	const requestId = c.req.query('q')?.trim() ?? '';
	const companyId = companyAsked(c)?.trim() || undefined;
	const isReadable = REQUEST_ID.test(requestId);
	const found = isReadable
		? await readRequest(databasesOf(asApi(c)), c.var.call, { requestId, companyId })
		: null;
	const words = REQUEST_WORDS[c.var.language];
	return platformPage(
		c,
		{ part: 'requests' },
		<>
			<Filters
				to={REQUESTS}
				fields={{ q: text({ type: 'search' }), company: text() }}
				words={REQUEST_WORDS}
				button={words.search}
			/>
			{requestId === '' && <p class="hint">{words.start}</p>}
			{requestId !== '' && !isReadable && <Note mood="bad">{words.malformed}</Note>}
			{found !== null && found.events.length === 0 && (
				<NoChange requestId={requestId} isComplete={found.isComplete} />
			)}
			{found !== null && found.events.length > 0 && <RequestDetails of={found} />}
		</>,
	);
}

/** Says why nothing is stored, and how to find the request in the log. */
function NoChange({ requestId, isComplete }: { requestId: string; isComplete: boolean }) {
	const words = useWords(REQUEST_WORDS);
	return (
		<>
			<Note>
				{words.nothing} {words.archived}
			</Note>
			{!isComplete && <Note mood="bad">{words.incomplete}</Note>}
			<Panel title={words.inLog}>
				<Facts
					rows={[
						[words.logQuery, <code>{logQueryOf(requestId)}</code>],
						[words.logCommand, <code>{tailOf(requestId)}</code>],
					]}
				/>
				<p class="hint">{words.logHint}</p>
			</Panel>
		</>
	);
}

function RequestDetails({ of: { events, mails, deliveries, names, hasMore } }: { of: FoundRequest }) {
	const { say, words } = useReader(REQUEST_WORDS);
	const known = knownIn(names, say);
	return (
		<>
			{hasMore && <Note>{words.more}</Note>}
			<Summary events={events} known={known} />
			<Panel title={words.changes}>
				<Events events={events} known={known} />
			</Panel>
			<Mails of={mails} known={known} />
			<Deliveries of={deliveries} />
		</>
	);
}

function Summary({ events, known }: { events: readonly StoredEvent[]; known: EventNames }) {
	const words = useWords(REQUEST_WORDS);
	const { roles } = useWords(HISTORY);
	const { company } = useWords(WORDS);
	const [first] = events;
	if (first === undefined) return null;
	const { author } = first;
	const companyIds = new Set(events.flatMap(({ companyId }) => companyId ?? []));
	return (
		<Panel>
			<Facts
				rows={[
					[words.result, <Badge mood="good">{words.changed}</Badge>],
					[words.when, <Time at={first.date} />],
					[
						words.who,
						author.userId === null ? (
							known.authorOf(first)
						) : (
							<NameLink to={`${USERS}/${author.userId}`}>{known.authorOf(first)}</NameLink>
						),
					],
					[words.roles, author.roles.map((role) => roles[role]).join(', ')],
					[
						companyIds.size === 1 ? company : words.companies,
						companyIds.size === 0
							? words.ofPlatform
							: [...companyIds].map((id) => (
									<>
										<NameLink to={`${COMPANIES}/${id}`}>{known.called(id) ?? id}</NameLink>{' '}
									</>
								)),
					],
				]}
			/>
		</Panel>
	);
}

function Mails({ of: mails, known }: { of: FoundRequest['mails']; known: EventNames }) {
	const words = useWords(REQUEST_WORDS);
	const { kinds, states } = useWords(MAIL_WORDS);
	const { toUser } = useWords(WORDS);
	return (
		<Panel title={words.mails}>
			<List
				caption={words.mails}
				columns={[
					{ title: words.kind, of: ({ kind }) => kinds[kind] },
					{
						title: words.user,
						of: ({ userId }) => (
							<NameLink to={`${USERS}/${userId}`}>{known.called(userId) ?? toUser}</NameLink>
						),
					},
					{
						title: words.state,
						of: ({ state, reason }) => (
							<>
								<Badge mood={MAIL_MOODS[state]}>{states[state]}</Badge>
								{reason !== null && <small class="below">{reason}</small>}
							</>
						),
					},
					{ title: words.attempts, of: ({ attempts }) => `${attempts} / ${MAX_MAILED}` },
					{
						title: words.nextAttempt,
						of: ({ state, dateDue }) => (state === 'waiting' ? { time: dateDue } : null),
					},
				]}
				rows={mails}
				none={words.noMails}
			/>
			{mails.length > 0 && <p class="hint">{words.mailsHint}</p>}
		</Panel>
	);
}

function Deliveries({ of: deliveries }: { of: FoundRequest['deliveries'] }) {
	const words = useWords(REQUEST_WORDS);
	const webhookWords = useWords(WEBHOOK_WORDS);
	return (
		<Panel title={words.deliveries}>
			<List
				caption={words.deliveries}
				columns={[
					{ title: webhookWords.event, of: (delivery) => <EventName of={delivery} /> },
					{ title: words.state, of: (delivery) => <DeliveryBadge of={delivery} /> },
					{ title: webhookWords.response, of: responseOf(webhookWords) },
					{ title: words.attempts, of: ({ attempts }) => `${attempts} / ${MAX_ATTEMPTS}` },
					{
						title: words.nextAttempt,
						of: ({ state, dateDue }) => (state === 'WAITING' ? { time: dateDue } : null),
					},
				]}
				rows={deliveries}
				none={words.noDeliveries}
			/>
		</Panel>
	);
}
