class Kotra < Formula
  desc "Check, convert, analyse and publish backgammon records"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    url "@REPOSITORY@/releases/download/v@VERSION@/kotra-macos-latest.tar.gz"
    sha256 "@SHA256 kotra-macos-latest.tar.gz@"
  end
  on_linux do
    url "@REPOSITORY@/releases/download/v@VERSION@/kotra-ubuntu-22.04.tar.gz"
    sha256 "@SHA256 kotra-ubuntu-22.04.tar.gz@"
  end

  def install
    libexec.install Dir["*"]
    bin.install_symlink libexec/"kotra", libexec/"kotra-desk"
  end

  test do
    assert_match "P203", shell_output("#{bin}/kotra explain P203")
  end
end
