import {
	declineProposal,
	listProposals,
	readNamesInProposals,
	readProposal,
	releaseProposal,
} from '../../administration/proposals/actions.ts';
import { declineProposalRoute, toWire as proposalToWire } from '../../administration/proposals/contract.ts';
import { PROPOSAL_STATES, type ProposalState } from '../../administration/proposals/rules.ts';
import type { Proposal } from '../../administration/proposals/store.ts';
import type { Pair } from '../../foundation/core/language.ts';
import { takenBy } from '../../foundation/http/write.ts';
import type { Company } from '../../tenants/companies/store.ts';
import { companyNamed } from '../company-choice.tsx';
import { type App, asApi, BASE, type Context, idIn } from '../env.ts';
import { FormFor, form } from '../forms.tsx';
import { Fields, inLine, knownIn, saidFields } from '../history/event.tsx';
import { EVENT_NAMES } from '../history/sentences.ts';
import { flag, oneOf, text } from '../kinds.tsx';
import { afterIn, Filters, PAGE_AND_ONE, Paged } from '../listing.tsx';
import { useReader } from '../page.tsx';
import { Badge, Day, Facts, type Mood, Panel, Sure, Time } from '../parts.tsx';
import { proof } from '../sign-in/routes.ts';
import { reading } from '../visit.ts';
import { catalogue } from '../words.ts';
import { addressIn, companyChange, companyPage, takeOn } from './frame.tsx';

const STATE_NAMES = {
	OPEN: ['open', 'offen'],
	RELEASED: ['released', 'freigegeben'],
	DECLINED: ['declined', 'abgelehnt'],
	EXPIRED: ['expired', 'abgelaufen'],
} satisfies Record<ProposalState, Pair>;

const WORDS = catalogue({
	settings: ['Assistants', 'Assistenten'],
	settingsHint: [
		'An assistant with an API key for “mcp” can read and propose changes. Nothing changes until a person releases it.',
		'Ein Assistent mit einem API-Schlüssel für „mcp“ kann lesen und Änderungen vorschlagen. Erst eine Person gibt sie frei.',
	],
	assistants: ['Allow assistants and proposals', 'Assistenten und Vorschläge zulassen'],
	proposalsNeedSecondPerson: [
		'Nobody may release their own proposal',
		'Niemand darf den eigenen Vorschlag freigeben',
	],
	proposalsNeedSecondPersonHint: [
		'The creator of an API key counts as the author of its proposals.',
		'Wer einen API-Schlüssel erstellt hat, gilt als Urheber seiner Vorschläge.',
	],
	none: [
		'No proposals yet. Changes that an assistant proposes appear here for you to release.',
		'Noch keine Vorschläge. Was ein Assistent vorschlägt, erscheint hier zur Freigabe.',
	],
	noneLikeThis: [
		'No proposals match this filter. Select another status.',
		'Kein Vorschlag passt zu diesem Filter. Wählen Sie einen anderen Status.',
	],
	states: STATE_NAMES,
	frozen: ['frozen', 'eingefroren'],
	frozenHint: [
		'The author’s account is closed, or assistants are off. You can release the proposal when this changes.',
		'Das Konto hinter dem Vorschlag ist geschlossen, oder Assistenten sind ausgeschaltet. Sobald sich das ändert, können Sie den Vorschlag freigeben.',
	],
	changes: EVENT_NAMES,
	state: ['Status', 'Status'],
	why: ['Reason given', 'Angegebene Begründung'],
	operation: ['Operation', 'Operation'],
	authors: {
		USER: ['a user', 'ein Benutzer'],
		API_KEY: ['an assistant or program', 'ein Assistent oder Programm'],
	},
	byKey: (name: string) => [`the API key “${name}”`, `der API-Schlüssel „${name}“`],
	by: ['Proposed by', 'Vorgeschlagen von'],
	created: ['Proposed', 'Vorgeschlagen'],
	expires: ['Open until', 'Offen bis'],
	decided: ['Decided', 'Entschieden'],
	declined: ['Reason for declining', 'Grund der Ablehnung'],
	erased: ['The personal values were erased.', 'Die persönlichen Werte wurden gelöscht.'],
	release: ['Release proposal', 'Vorschlag freigeben'],
	releaseHint: [
		'The change takes effect at once, with your rights and in your name.',
		'Die Änderung wird sofort wirksam, mit Ihren Rechten und in Ihrem Namen.',
	],
	decline: ['Decline proposal', 'Vorschlag ablehnen'],
	reason: ['Why you decline it', 'Warum Sie ihn ablehnen'],
});

const settings = form({
	...companyChange,
	words: WORDS,
	part: 'settings',
	fields: { assistants: flag(), proposalsNeedSecondPerson: flag() },
});

const release = form({
	fields: {},
	attempt: (call, companyId: string, _, c) =>
		releaseProposal(call, companyId, idIn(c, 'proposalId'), takenBy(asApi(c)), false),
	toWire: proposalToWire,
});

const decline = form({
	words: WORDS,
	fields: { reason: text() },
	contract: declineProposalRoute,
	attempt: (call, companyId: string, { reason }, c) =>
		declineProposal(call, companyId, idIn(c, 'proposalId'), reason),
	toWire: proposalToWire,
});

const PATH = '/company/proposals';

export function takeProposals(app: App) {
	takeOn(app, PATH, settings, { operation: 'updateCompany', said: 'assistants', show: showProposals });
	takeOn(app, PATH, release, {
		path: `${PATH}/:proposalId/release`,
		operation: 'releaseProposal',
		said: 'released',
		show: showOne,
		// Some changes, such as closing a month, need a fresh proof on their own pages too.
		guard: proof,
	});
	takeOn(app, PATH, decline, {
		path: `${PATH}/:proposalId/decline`,
		operation: 'declineProposal',
		said: 'declined',
		show: showOne,
	});
}

/** The proposals of a company, and whether it takes any. */
export async function showProposals(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listProposals');
	const call = reading(c);
	const state = PROPOSAL_STATES.find((one) => one === c.req.query('state'));
	const page = { before: afterIn(c), limit: PAGE_AND_ONE };
	const [found, names] = await Promise.all([
		listProposals(call, companyId, state, page),
		readNamesInProposals(call, companyId, state, page),
	]);
	const words = WORDS[c.var.language];
	return companyPage(
		c,
		{ path: PATH },
		<>
			<Filters
				to={`${BASE}${PATH}`}
				kept={{ company: companyId }}
				fields={{ state: oneOf(PROPOSAL_STATES, STATE_NAMES) }}
				words={WORDS}
				button={words.show}
			/>
			<Panel>
				<Paged
					rows={found.proposals}
					cursorOf={({ id }) => id}
					none={state === undefined ? words.none : words.noneLikeThis}
				>
					{(shown) => (
						<ul class="rows">
							{shown.map((proposal) => (
								<ProposalRow proposal={proposal} names={names} />
							))}
						</ul>
					)}
				</Paged>
			</Panel>
			<Settings company={found.company} />
		</>,
	);
}

/** Shows one proposal, such as after its form was refused. */
async function showOne(c: Context): Promise<Response> {
	const proposal = await readProposal(c.var.call, companyNamed(c, 'readProposal'), idIn(c, 'proposalId'));
	return companyPage(
		c,
		{ path: PATH },
		<Panel>
			<ul class="rows">
				<ProposalRow proposal={proposal} isOpen />
			</ul>
		</Panel>,
	);
}

function Settings({ company }: { company: Company }) {
	const { c, may, words } = useReader(WORDS);
	if (!may('updateCompany')) return null;
	return (
		<Panel title={words.settings}>
			<p class="hint">{words.settingsHint}</p>
			<FormFor of={settings} to={addressIn(c, PATH)} record={company} />
		</Panel>
	);
}

const MOODS: Record<ProposalState, Mood> = {
	OPEN: 'waiting',
	RELEASED: 'good',
	DECLINED: 'calm',
	EXPIRED: 'calm',
};

/** The most changed fields in the heading of a row. The reason is not among them, because authors may write anything there. */
const MOST_SAID = 4;

/** A row that opens to show the difference, and the forms for the decision. */
function ProposalRow({
	proposal,
	names = new Map(),
	isOpen = false,
}: {
	proposal: Proposal;
	names?: Parameters<typeof knownIn>[0];
	isOpen?: boolean;
}) {
	const { say, words } = useReader(WORDS);
	const { called } = knownIn(names, say);
	const { operationId, reason, state, authorType, authorName, difference, dateDecided, declineReason } =
		proposal;
	const changes = new Set(difference.flatMap((change) => saidFields(change, false, say).map(inLine(say))));
	const said = [...changes].slice(0, MOST_SAID).join(', ') || operationId;
	const people = new Set(
		difference.map(({ subjectId }) => called(subjectId)).filter((name) => name !== undefined),
	);
	const [first, ...others] = people;
	const whose = first === undefined ? '' : `${first}${others.length > 0 ? ` +${others.length}` : ''}: `;
	const person = difference.find(({ subjectType, before }) => subjectType === 'EMPLOYEE' && before !== null);
	return (
		<li>
			<details open={isOpen}>
				<summary>
					<bdi>{whose}</bdi>
					<bdi>{said}</bdi> <Badge mood={MOODS[state]}>{words.states[state]}</Badge>
					{proposal.isFrozen && <Badge mood="calm">{words.frozen}</Badge>}
				</summary>
				<Facts
					rows={[
						[words.why, <bdi>{reason ?? words.erased}</bdi>],
						[words.operation, operationId],
						[
							words.by,
							<bdi>{authorName === null ? words.authors[authorType] : words.byKey(authorName)}</bdi>,
						],
						[words.created, <Time at={proposal.dateCreated} />],
						...(state === 'OPEN' ? [[words.expires, <Day at={proposal.dateExpires} />] as const] : []),
						...(dateDecided === null ? [] : [[words.decided, <Time at={dateDecided} />] as const]),
						...(declineReason === null ? [] : [[words.declined, <bdi>{declineReason}</bdi>] as const]),
					]}
				/>
				{person !== undefined && (
					<p>
						<a href={`${BASE}/people/${person.subjectId}`}>{words.toPerson}</a>
					</p>
				)}
				{difference.map((change) => (
					<>
						<h2>
							{words.changes[change.type]}
							{called(change.subjectId) !== undefined && (
								<>
									{': '}
									<bdi>{called(change.subjectId)}</bdi>
								</>
							)}
						</h2>
						<Fields event={change} isErased={false} isShort />
					</>
				))}
				{proposal.isFrozen && <p class="hint">{words.frozenHint}</p>}
				{state === 'OPEN' && <Decision proposal={proposal} />}
			</details>
		</li>
	);
}

function Decision({ proposal }: { proposal: Proposal }) {
	const { c, may, words } = useReader(WORDS);
	const to = (what: string) => addressIn(c, `${PATH}/${proposal.id}/${what}`);
	if (!may('releaseProposal')) return null;
	return (
		<>
			<Sure label={words.release}>
				<p>{words.releaseHint}</p>
				<FormFor of={release} to={to('release')} record={proposal} save={words.release} />
			</Sure>
			<Sure label={words.decline}>
				<FormFor
					of={decline}
					to={to('decline')}
					record={proposal}
					values={{ reason: null }}
					given={{ reason: { id: `reason-${proposal.id}` } }}
					save={words.decline}
				/>
			</Sure>
		</>
	);
}
