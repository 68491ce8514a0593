import { ENTERPRISE, groupId } from '../../src/entrances/scim/resource.ts';
import { releaseAll } from './releases.ts';
import { type Answer, as, call, newCompany, type TestCompany, uniqueEmail } from './service.ts';

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const TYPE = { 'Content-Type': 'application/scim+json' };

export type Client = Awaited<ReturnType<typeof newClient>>;

/** Calls SCIM of a new company, with an API key that may do nothing else. */
export async function newClient(operations = ['provisionPeople'], { isReleased = true } = {}) {
	const company: TestCompany = await newCompany();
	const path = `/companies/${company.id}/api-keys`;
	const { status, body } = await as(company.admin).post(path, { name: 'Entra', operations });
	if (status !== 201) throw new Error(JSON.stringify(body));
	if (isReleased) await releaseAll({ id: company.id, cell: company.admin.cell });
	const bearer = { Authorization: `Bearer ${body.key}` };
	const send = (
		method: string,
		path: string,
		given?: object,
		headers: Record<string, string> = {},
	): Promise<Answer> => call(method, `/scim/v2${path}`, given, { ...bearer, ...TYPE, ...headers });
	const newPerson = (fields: object = {}) => send('POST', '/Users', { userName: uniqueEmail(), ...fields });
	/** Somebody who is in a group. */
	const newMember = async (displayName: string): Promise<{ id: string; userName: string }> => {
		const { id, userName } = (await newPerson()).body;
		const members = [{ value: id }];
		const { status } = await send('POST', '/Groups', { displayName, members });
		if (status === 409)
			await patch(`/Groups/${groupId(displayName)}`, { op: 'add', path: 'members', value: members });
		return { id, userName };
	};
	const patch = (path: string, ...Operations: object[]) =>
		send('PATCH', path, { schemas: [PATCH], Operations });
	return { company, admin: as(company.admin), send, newPerson, newMember, patch, key: body.key as string };
}

export const numbered = (employeeNumber: string) => ({ [ENTERPRISE]: { employeeNumber } });
