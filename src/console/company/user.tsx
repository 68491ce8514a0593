import { readUser, updateUser } from '../../accounts/actions.ts';
import { toWire, updateUserRoute } from '../../accounts/contract.ts';
import { LANGUAGES } from '../../core/language.ts';
import type { User } from '../../users/store.ts';
import { Choice, Select } from '../choice.tsx';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { Field } from '../field.tsx';
import { Form, type Refused, SaveOrShow } from '../form.tsx';
import { page, useWords } from '../page.tsx';
import { Day, Facts, Panel } from '../parts.tsx';
import { foreseen, type RoleChange } from '../roles/change.ts';
import { RolePreview } from '../roles/preview.tsx';
import { WORDS as ROLE_WORDS } from '../roles/words.ts';
import { changed, checked, isPreview, tagOf } from '../submit.ts';
import { chosenIn, textIn, textOrNull } from '../typed.ts';
import { Deeds } from './deeds.tsx';
import { addressOf, Frame } from './frame.tsx';
import { COMPANY_ROLES, nameOf, useRoleOptions } from './users.tsx';
import { WORDS as USERS_WORDS } from './users-words.ts';
import { WORDS } from './words.ts';

export const userIdIn = (c: Context): string => (c.req.param('userId') ?? '').toLowerCase();

/** Gives and takes roles, for the company of the page alone, and corrects what is known of the person. */
export async function saveUser(c: Context, typed: FormData): Promise<Response> {
	const [companyId, userId] = [companyNamed(c, 'updateUser'), userIdIn(c)];
	const user = await readUser(c.var.call, userId);
	const chosen = chosenIn(typed, 'roles');
	const others = user.roles.filter((role) => !COMPANY_ROLES.some((one) => one === role));
	const elsewhere = user.companyIds.filter((id) => id !== companyId);
	const patch = checked(updateUserRoute, {
		firstName: textOrNull(typed, 'firstName'),
		lastName: textOrNull(typed, 'lastName'),
		language: textOrNull(typed, 'language'),
		...(typed.has('email') && { email: textIn(typed, 'email') }),
		roles: [...others, ...chosen],
		manageableCompanyIds: chosen.length === 0 ? elsewhere : [...elsewhere, companyId],
	});
	const attempt = (call: typeof c.var.call) => updateUser(call, userId, patch);
	if (isPreview(typed)) return showUser(c, { typed }, 200, await foreseen(c, user, attempt));
	return changed(c, {
		attempt,
		to: () => addressOf(companyId, `/users/${userId}`, { saved: '' }),
		toWire,
	});
}

export async function showUser(
	c: Context,
	refused: { part?: 'deed' } & Refused = {},
	status = 200,
	change?: RoleChange,
): Promise<Response> {
	const companyId = companyNamed(c, 'readUser');
	const user = await readUser(c.var.call, userIdIn(c));
	const words = USERS_WORDS[c.var.language];
	const isDeed = refused.part === 'deed';
	return page(
		c,
		{ title: nameOf(user), scripts: ['preview.js'] },
		<Frame companyId={companyId} name="users" title={nameOf(user)}>
			<div class="columns">
				<Panel title={words.details}>
					<UserForm companyId={companyId} user={user} state={isDeed ? {} : refused} />
				</Panel>
				<div>
					<RolePreview change={change} state={isDeed ? {} : refused} />
					<Panel title={words.signIn}>
						<Standing user={user} />
						<Deeds companyId={companyId} user={user} state={isDeed ? refused : {}} />
					</Panel>
				</div>
			</div>
		</Frame>,
		status,
	);
}

function UserForm({ companyId, user, state }: { companyId: string; user: User; state: Refused }) {
	const words = useWords(USERS_WORDS);
	const { firstName, lastName, language, email, dateRegistered } = user;
	const others = language === null || LANGUAGES.some((one) => one === language) ? [] : [language];
	return (
		<Form to={addressOf(companyId, `/users/${user.id}`)} state={state} etag={tagOf(toWire(user))} previews>
			<Choice name="roles" label={words.roles} options={useRoleOptions()} value={user.roles} isMany />
			<p class="hint">{words.takeAway}</p>
			{dateRegistered === null && (
				<Field name="email" label={words.email} value={email} type="email" autocomplete="off" />
			)}
			<div class="pair">
				<Field name="firstName" label={words.firstName} value={firstName} autocomplete="off" isOptional />
				<Field name="lastName" label={words.lastName} value={lastName} autocomplete="off" isOptional />
			</div>
			<Select
				name="language"
				label={words.language}
				value={language}
				options={[...LANGUAGES, ...others].map((value) => ({
					value,
					label: words.languages[value as 'de'] ?? value,
				}))}
				isOptional
			/>
			<SaveOrShow save={useWords(WORDS).save} />
		</Form>
	);
}

function Standing({ user }: { user: User }) {
	const words = useWords(USERS_WORDS);
	const names = useWords(ROLE_WORDS).names;
	const dayOrNo = (at: number | null) => (at === null ? words.no : <Day at={at} />);
	const others = user.roles.filter((role) => !COMPANY_ROLES.some((one) => one === role));
	return (
		<>
			<Facts
				rows={[
					[words.email, user.email],
					[words.registered, dayOrNo(user.dateRegistered)],
					[words.closed, dayOrNo(user.dateClosed)],
				]}
			/>
			{others.length > 0 && <p>{words.others(others.map((role) => names[role]).join(', '))}</p>}
		</>
	);
}
