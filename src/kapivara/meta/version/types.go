// What a server says of itself.
package version // import "k8s.io/apimachinery/pkg/version"

// Which version of Kubernetes a server is.
type Info struct {
	// The major version.
	Major string `json:"major"`
	// The minor version.
	Minor string `json:"minor"`
	// The major version whose behaviour the server has.
	EmulationMajor string `json:"emulationMajor,omitempty"`
	// The minor version whose behaviour the server has.
	EmulationMinor string `json:"emulationMinor,omitempty"`
	// The major version of the oldest servers that it works together with.
	MinCompatibilityMajor string `json:"minCompatibilityMajor,omitempty"`
	// The minor version of the oldest servers that it works together with.
	MinCompatibilityMinor string `json:"minCompatibilityMinor,omitempty"`
	// The version as a whole, such as v1.37.0.
	GitVersion string `json:"gitVersion"`
	// The commit that the server was built from.
	GitCommit string `json:"gitCommit"`
	// Whether anything was changed since that commit.
	GitTreeState string `json:"gitTreeState"`
	// When the server was built.
	BuildDate string `json:"buildDate"`
	// What compiled it.
	GoVersion string `json:"goVersion"`
	// The name of the compiler.
	Compiler string `json:"compiler"`
	// The operating system and the processor that it was built for.
	Platform string `json:"platform"`
}
