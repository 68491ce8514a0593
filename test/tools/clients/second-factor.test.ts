import { Secret, TOTP } from 'otpauth';
import { expect, inject, test } from 'vitest';
import { Zubrot } from 'zubrot';

const PASSWORD = 'nine miles before breakfast';

test('the client logs in with a second factor, and says that one is required', async () => {
	const { url, companyId } = inject('service');
	const admin = new Zubrot({ url, auth: { email: 'admin@demo.example', password: 'zubrot-demo-2026' } });
	const email = `second-factor-${crypto.randomUUID()}@demo.example`;
	const { data: employee } = await admin.POST('/api/v2/employees', { body: { companyId, email } });
	const params = { path: { employeeId: employee.employeeId } };
	const { data: letter } = await admin.POST('/api/v2/employees/{employeeId}/invitation/letter', { params });
	const stranger = new Zubrot({ url });
	await stranger.POST('/api/v2/auth/registration', {
		body: { token: letter.code ?? '', password: PASSWORD },
	});

	const auth = { email, password: PASSWORD };
	const person = new Zubrot({ url, auth });
	const { data: made } = await person.POST('/api/v2/auth/me/second-factor', { body: { password: PASSWORD } });
	const code = new TOTP({ secret: Secret.fromBase32(made.secret ?? '') }).generate();
	const confirmed = await person.POST('/api/v2/auth/me/second-factor/confirmation', { body: { code } });

	const asked: string[] = [];
	const secondFactor = () => {
		asked.push(email);
		return confirmed.data.recoveryCodes?.[0] ?? '';
	};
	const again = new Zubrot({ url, auth: { ...auth, secondFactor } });
	const answers = await Promise.all([again.GET('/api/v2/auth/me'), again.GET('/api/v2/auth/me')]);
	expect(answers.map(({ data }) => data.email)).toEqual([email, email]);
	expect(asked).toEqual([email]);

	const refused = new Zubrot({ url, auth }).GET('/api/v2/auth/me');
	await expect(refused).rejects.toMatchObject({ name: 'ZubrotError', code: 'second_factor_required' });
});
