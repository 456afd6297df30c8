/**
 * A private chain on loopback, chain id 8453: anvil, with an EIP-3009 token at the address of Base's USDC, and a
 * facilitator over HTTP that settles on it. The contracts are compiled from TestUSDC.sol.
 */
import { spawn } from 'node:child_process';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { x402Facilitator } from '@x402/core/facilitator';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator';
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  parseAbi,
  publicActions,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { NETWORK, USDC } from '../facilitator.ts';
import { serveFacilitator } from '../facilitator-server.ts';
import { installTools } from '../npm-tools.ts';
import contracts from './contracts.json' with { type: 'json' };

const ANVIL = { '@foundry-rs/anvil-linux-amd64': '1.7.1' };
const BINARY = 'node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil';
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
const START_MS = 15_000;
const TOKEN = parseAbi([
  'function mint(address to, uint256 amount)',
  'function balanceOf(address owner) view returns (uint256)',
]);

export interface LocalChain {
  /** Of the facilitator. */
  readonly facilitatorUrl: string;
  /** How often it was asked. */
  readonly calls: { verify: number; settle: number };
  /** Answers to settlements wait for it, once they are made. */
  holdAnswers(until: Promise<unknown>): void;
  balanceOf(address: string): Promise<bigint>;
  /** The chain's native currency, which pays fees. */
  etherOf(address: string): Promise<bigint>;
  give(address: string, amount: bigint): Promise<void>;
  stop(): Promise<void>;
}

export type ChainStart = { readonly chain: LocalChain } | { readonly problem: string };

/** Never rejects for a binary that cannot be had or run: then it says why. */
export async function startLocalChain(): Promise<ChainStart> {
  const { folder, problem } = await installTools(ANVIL);
  if (folder === undefined) return { problem };
  // Fresh: on a port of an earlier run a chain that survived it might answer.
  const port = await freePort();
  const options = ['--chain-id', '8453', '--port', String(port), '--host', '127.0.0.1', '--silent'];
  const anvil = spawn(join(folder, BINARY), options, { stdio: 'ignore' });
  let failure: string | undefined;
  anvil.once('error', (error) => {
    failure = `anvil cannot be started: ${error.message}`;
  });
  const killIt = () => anvil.kill('SIGKILL');
  process.once('exit', killIt);
  const stopAnvil = () => {
    process.removeListener('exit', killIt);
    killIt();
  };

  const url = `http://127.0.0.1:${port}`;
  const chain = defineChain({
    id: 8453,
    name: 'local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
  const transport = http(url, { retryCount: 0 });
  const reader = createPublicClient({ chain, transport, pollingInterval: 50 });
  const deadline = performance.now() + START_MS;
  while (!(await reader.getChainId().catch(() => undefined))) {
    if (failure !== undefined || anvil.exitCode !== null || performance.now() > deadline) {
      stopAnvil();
      return { problem: failure ?? 'anvil ended or did not answer' };
    }
    await delay(20);
  }

  const test = createTestClient({ chain, mode: 'anvil', transport });
  await test.setCode({ address: USDC, bytecode: contracts.TestUSDC as Hex });
  await test.setCode({ address: MULTICALL3, bytecode: contracts.MiniMulticall3 as Hex });
  // The public development mnemonic.
  const account = mnemonicToAccount('test test test test test test test test test test test junk');
  const wallet = createWalletClient({ account, chain, transport, pollingInterval: 50 }).extend(publicActions);
  const facilitator = await serveFacilitator(createEngine(wallet));
  return {
    chain: {
      facilitatorUrl: facilitator.url,
      calls: facilitator.calls,
      holdAnswers: facilitator.holdAnswers,
      balanceOf: (address) =>
        reader.readContract({ address: USDC, abi: TOKEN, functionName: 'balanceOf', args: [address as Hex] }),
      etherOf: (address) => reader.getBalance({ address: address as Hex }),
      async give(address, amount) {
        const call = { address: USDC, abi: TOKEN, functionName: 'mint', args: [address as Hex, amount] } as const;
        await reader.waitForTransactionReceipt({ hash: await wallet.writeContract(call) });
      },
      async stop() {
        await facilitator.close();
        stopAnvil();
      },
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: viem's type of an extended wallet is too deep to be written down.
function createEngine(wallet: any) {
  const signer = toFacilitatorEvmSigner(
    {
      address: wallet.account.address,
      readContract: (call) => wallet.readContract({ ...call, args: call.args ?? [] }),
      verifyTypedData: (data) => wallet.verifyTypedData(data),
      writeContract: (call) => wallet.writeContract({ ...call, args: call.args ?? [] }),
      sendTransaction: (call) => wallet.sendTransaction(call),
      waitForTransactionReceipt: (call) => wallet.waitForTransactionReceipt(call),
      getCode: (call) => wallet.getCode(call),
    },
    { confirmationTimeoutMs: 20_000 },
  );
  return registerExactEvmScheme(new x402Facilitator(), { signer, networks: NETWORK });
}

async function freePort(): Promise<number> {
  const probe = createTcpServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
