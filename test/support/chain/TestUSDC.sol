// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

// Minimal ERC-20 + EIP-3009 for tests. Domain is computed from address(this)/chainid at
// call time and all metadata is constant, so the runtime code works at ANY address
// (anvil_setCode onto Base USDC's address).
// contracts.json holds the run-time code: solc 0.8.37, evmVersion paris, optimizer with 200 runs.
contract TestUSDC {
    string public constant name = "USD Coin";
    string public constant symbol = "USDC";
    string public constant version = "2";
    uint8 public constant decimals = 6;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => mapping(bytes32 => bool)) public authorizationState;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    bytes32 constant TWA = keccak256("TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)");

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(
            keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
            keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this)));
    }
    function mint(address to, uint256 v) external { totalSupply += v; balanceOf[to] += v; emit Transfer(address(0), to, v); }
    function burnAll(address from) external { emit Transfer(from, address(0), balanceOf[from]); totalSupply -= balanceOf[from]; balanceOf[from] = 0; }
    function approve(address s, uint256 v) external returns (bool) { allowance[msg.sender][s] = v; emit Approval(msg.sender, s, v); return true; }
    function transfer(address to, uint256 v) external returns (bool) { _t(msg.sender, to, v); return true; }
    function transferFrom(address f, address to, uint256 v) external returns (bool) {
        require(allowance[f][msg.sender] >= v, "ERC20: transfer amount exceeds allowance");
        allowance[f][msg.sender] -= v; _t(f, to, v); return true;
    }
    function _t(address f, address to, uint256 v) internal {
        require(balanceOf[f] >= v, "ERC20: transfer amount exceeds balance");
        balanceOf[f] -= v; balanceOf[to] += v; emit Transfer(f, to, v);
    }
    function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
        _twa(from, to, value, validAfter, validBefore, nonce, v, r, s);
    }
    function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes memory sig) external {
        require(sig.length == 65, "ECRecover: invalid signature length");
        bytes32 r; bytes32 s; uint8 v;
        assembly { r := mload(add(sig, 0x20)) s := mload(add(sig, 0x40)) v := byte(0, mload(add(sig, 0x60))) }
        _twa(from, to, value, validAfter, validBefore, nonce, v, r, s);
    }
    function _twa(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) internal {
        require(block.timestamp > validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < validBefore, "FiatTokenV2: authorization is expired");
        require(!authorizationState[from][nonce], "FiatTokenV2: authorization is used or canceled");
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(),
            keccak256(abi.encode(TWA, from, to, value, validAfter, validBefore, nonce))));
        if (v < 27) v += 27;
        address rec = ecrecover(digest, v, r, s);
        require(rec != address(0) && rec == from, "FiatTokenV2: invalid signature");
        authorizationState[from][nonce] = true;
        emit AuthorizationUsed(from, nonce);
        _t(from, to, value);
    }
}

// The two Multicall3 functions that x402/evm calls (tryAggregate, getEthBalance). Placed at 0xcA11...CA11.
contract MiniMulticall3 {
    struct Call { address target; bytes callData; }
    struct Result { bool success; bytes returnData; }
    function tryAggregate(bool requireSuccess, Call[] calldata calls) external payable returns (Result[] memory out) {
        out = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (out[i].success, out[i].returnData) = calls[i].target.call(calls[i].callData);
            if (requireSuccess) require(out[i].success, "Multicall3: call failed");
        }
    }
    function getEthBalance(address a) external view returns (uint256) { return a.balance; }
}
