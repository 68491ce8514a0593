import { type Instant, toIso } from '../../foundation/core/instant.ts';
import { notFound } from '../../foundation/core/refusals.ts';
import { backupsOf } from '../../tenants/hosting/backups/actions.ts';
import type { Backup } from '../../tenants/hosting/backups/rules.ts';
import { isOnItsWay } from '../../tenants/hosting/moves/rules.ts';
import { startRestore } from '../../tenants/hosting/restores/actions.ts';
import { restoreCompanyRoute, wantedOf } from '../../tenants/hosting/restores/contract.ts';
import type { App, Context } from '../env.ts';
import { Buttons, Form, Submit, sentTo } from '../form.tsx';
import { Fields, form, OneField, sentWith } from '../forms.tsx';
import { moment, text } from '../kinds.tsx';
import { titledPage, useReader } from '../page.tsx';
import { ButtonLink, Facts, Note, Panel, Time } from '../parts.tsx';
import { sentenceOf } from '../refusals.ts';
import { proof } from '../sign-in/routes.ts';
import { takeForm } from '../taking.ts';
import { requireNameTyped, textIn } from '../typed.ts';
import { reading } from '../visit.ts';
import { COMPANIES, companyIn } from './frame.tsx';
import { databaseOfCompany } from './move.tsx';
import { RESTORE_WORDS } from './restore-words.ts';
import { WORDS } from './words.ts';

const PATH = '/platform/companies/:companyId/restore';

/** Returns the address of the page that restores a company to a backup, or without one to a point in time. */
export const restoreOf = (companyId: string, date?: Instant): string =>
	`${COMPANIES}/${companyId}/restore${date === undefined ? '' : `?backup=${toIso(date)}`}`;

const restoring = form({
	words: RESTORE_WORDS,
	fields: { at: moment, confirmation: text() },
	contract: restoreCompanyRoute,
	body({ at }, c) {
		requireNameTyped(c.var.typed);
		const backup = textIn(c.var.typed, 'backup');
		return backup === '' ? { at } : { backup };
	},
	attempt: (call, companyId: string, wanted, c) => startRestore(c.env, call, companyId, wantedOf(wanted)),
});

export function serveRestore(app: App): void {
	app.get(PATH, showRestore);
	takeForm(app, PATH, restoring, {
		idOf: companyIn,
		// Opening the page of the move also continues the restore.
		to: (companyId) => `${COMPANIES}/${companyId}/move?restoring`,
		show: showRestore,
		guard: proof,
	});
}

/** Says what a restore does, and asks for the name of the company. */
async function showRestore(c: Context): Promise<Response> {
	const companyId = companyIn(c);
	const date = c.req.query('backup') ?? textIn(c.var.typed ?? new FormData(), 'backup');
	const [{ company, move, isInCell }, backups] = await Promise.all([
		databaseOfCompany(c),
		date === '' ? [] : backupsOf(reading(c), c.env.BACKUPS, companyId, true),
	]);
	const back = `${COMPANIES}/${companyId}`;
	if (move !== null && isOnItsWay(move)) return c.redirect(`${back}/move`, 303);
	const backup = backups.find((one) => toIso(one.date) === date);
	if (date !== '' && backup === undefined) throw notFound('backup');
	const words = RESTORE_WORDS[c.var.language];
	const props = {
		title: backup === undefined ? words.toTime : words.title,
		above: <a href={back}>{company.name}</a>,
		isNarrow: true,
	};
	if (backup === undefined && !isInCell) return titledPage(c, props, <Impossible back={back} />);
	return titledPage(c, props, <Restoring company={company} backup={backup} />);
}

/** Says that a database of several companies cannot return to a point in time. */
function Impossible({ back }: { back: string }) {
	const { say, words } = useReader();
	return (
		<>
			<Note mood="bad">{sentenceOf({ code: 'point_in_time_unavailable', extras: {} }, say)}</Note>
			<ButtonLink to={back}>{words.cancel}</ButtonLink>
		</>
	);
}

interface RestoringProps {
	company: { id: string; name: string };
	backup: Backup | undefined;
}

function Restoring({ company, backup }: RestoringProps) {
	const { c, words: common, words } = useReader(RESTORE_WORDS);
	const { what, closed } = backup === undefined ? words.time : words.backup;
	const { refusal, typed } = sentWith(c, restoring);
	const isOfSeveral = refusal?.code === 'several_databases';
	const to = restoreOf(company.id);
	return (
		<Panel>
			{backup !== undefined && <BackupFacts of={backup} />}
			{isOfSeveral && <Note mood="bad">{words.severalPeople}</Note>}
			<p>{what}</p>
			<ul>
				{[...Object.values(words.consequences), closed].map((sentence) => (
					<li>{sentence}</li>
				))}
			</ul>
			<Form to={to} state={isOfSeveral && typed !== undefined ? { typed } : sentTo(c, to)}>
				{backup === undefined ? (
					<Fields of={restoring} only={['at']} />
				) : (
					<input type="hidden" name="backup" value={toIso(backup.date)} />
				)}
				<input type="hidden" name="name" value={company.name} />
				<OneField of={restoring} name="confirmation" hint={words.confirm(company.name)} />
				<Buttons>
					<Submit look="danger">{words.now}</Submit>
					<ButtonLink to={`${COMPANIES}/${company.id}`}>{common.cancel}</ButtonLink>
				</Buttons>
			</Form>
		</Panel>
	);
}

function BackupFacts({ of: { date, rows, bytes, objects } }: { of: Backup }) {
	const { say, words } = useReader(WORDS);
	return (
		<Facts
			rows={[
				[words.backupDate, <Time at={date} />],
				[words.rows, `${say.number(rows)} (${say.size(bytes)})`],
				[words.files, say.number(objects)],
			]}
		/>
	);
}
